package report

func (c *Costs) sweepText(w *writer) {}
