package museum

// Blunders lists wounds that break no property, since nothing comes up of which one could speak. A
// trial of properties has no use for them: they are what the ledger must not take for a healthy algorithm.
func Blunders() []Mutant {
	return []Mutant{{
		Name: "mute", Of: "ring", Rule: "RI1", Wound: "sends nothing at all",
		wound: withholding(always, everything),
	}}
}
