package report

import (
	"encoding/csv"
	"io"
	"math"
	"strconv"

	"interrex/cmd/explore/internal/costs"
)

// CSV writes one row for each number of processes, moment and cost. A number that is not known is
// empty; one that does not exist is "unbounded".
func (c *Costs) CSV(out io.Writer) error {
	w := csv.NewWriter(out)
	rows := [][]string{{"algorithm", "n", "orders", "until", "cost", "exact", "states",
		"least", "greatest", "mean_least", "mean_greatest",
		"drawn_runs", "drawn_mean", "drawn_deviation", "drawn_least", "drawn_greatest",
		"formula_least", "formula_greatest"}}
	for _, p := range c.points {
		for moment, until := range p.Stretches() {
			for _, cost := range until.Costs {
				rows = append(rows, c.row(p, costs.Moment(moment), cost))
			}
		}
	}
	if err := w.WriteAll(rows); err != nil {
		return err
	}
	return w.Error()
}

func (c *Costs) row(p *costs.Point, moment costs.Moment, cost costs.Summary) []string {
	row := []string{c.request.World.Algorithm.Name, strconv.Itoa(p.N), strconv.Itoa(p.Orders), moment.Word(),
		cost.Name, strconv.FormatBool(cost.Exact), strconv.Itoa(p.States)}
	whole := func(e costs.Extreme) string {
		switch {
		case !cost.Exact || !e.Reached:
			return ""
		case e.Unbounded:
			return "unbounded"
		}
		return strconv.Itoa(e.Cost)
	}
	mean := func(x float64, known bool) string {
		switch {
		case !known:
			return ""
		case math.IsInf(x, 1):
			return "unbounded"
		}
		return strconv.FormatFloat(x, 'f', 3, 64)
	}
	row = append(row, whole(cost.Least), whole(cost.Greatest),
		mean(cost.MeanLeast, cost.Exact && cost.Least.Reached), mean(cost.MeanGreatest, cost.Exact && cost.Greatest.Reached))
	drawn := cost.Random
	row = append(row, strconv.Itoa(drawn.Runs), mean(drawn.Mean, drawn.Runs > 0), mean(drawn.Deviation, drawn.Runs > 1))
	if drawn.Runs > 0 {
		row = append(row, strconv.Itoa(drawn.Least), strconv.Itoa(drawn.Greatest))
	} else {
		row = append(row, "", "")
	}
	least, greatest := "", ""
	for _, f := range c.formulasOf(cost.Name) {
		if value := strconv.FormatFloat(f.Of(p.N), 'f', -1, 64); f.Claim == "at least" {
			least = value
		} else {
			greatest = value
		}
	}
	return append(row, least, greatest)
}
