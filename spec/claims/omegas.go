package claims

// omegas are the claims about eventual leadership, Ω.
func omegas() []Claim {
	return []Claim{
		{
			ID: "C26", Lectures: []string{"003"},
			Sentence: "Ω: omega-timely satisfies eventual leadership when all links are eventually timely, and the timeout stops growing",
			Quotes:   []Quote{{"003", "Si la variable alcanza ese valor, no se incrementa más, y tras recibir un ALIVE de ℓ, leader_p=ℓ."}},
			Waits:    "omega-timely",
		},
		{
			ID: "C27", Lectures: []string{"003"},
			Sentence: "Ω allows two leaders for a while: it is weaker than election, which needs a stronger detector",
			Quotes:   []Quote{{"003", "Elección de líder requiere un detector de fallos más fuerte que Ω."}},
			Waits:    "omega-timely",
		},
		{
			ID: "C28", Lectures: []string{"003"},
			Sentence: "Property 1 is necessary: without it two runs R and R' are indistinguishable to some p, which trusts a dead leader for ever",
			Quotes:   []Quote{{"003", "Considera una ejecución R' en que ℓ falla pero que desde el punto de p es igual que R. p elige a ℓ permanentemente como líder."}},
			Waits:    "omega-minimal",
		},
		{
			ID: "C29", Lectures: []string{"003"},
			Sentence: "omega-minimal satisfies eventual leadership under Property 1, where omega-timely does not",
			Quotes:   []Quote{{"003", "ℓ es elegido líder por todos los procesos correctos a partir de un determinado momento"}},
			Waits:    "omega-minimal",
		},
	}
}
