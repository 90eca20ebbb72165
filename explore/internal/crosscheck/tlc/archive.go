package tlc

import (
	"context"
	"os"
	"path/filepath"
)

// Warm returns the tool with an archive, written into the folder, of the classes that TLC needs. Java maps the
// archive into memory, which saves a quarter of the time of the shortest runs. Making it costs one such run. If
// this Java does not support it, Warm returns the tool unchanged.
func (t Tool) Warm(ctx context.Context, folder string) Tool {
	archive, constants := filepath.Join(folder, "tlc.jsa"), filepath.Join(folder, constantsFile)
	if t.withoutPauses(constants) != nil {
		return t
	}
	cold := t
	cold.constants = constants // an archive is valid only for the class path it was made with
	cold.archive = "-XX:ArchiveClassesAtExit=" + archive
	_, err := cold.Run(ctx, Job{Texts: map[string]string{"Warm": warm}, Root: "Warm",
		Config: "SPECIFICATION Spec\nPROPERTY Ends\n"})
	if info, statErr := os.Stat(archive); err != nil || statErr != nil || info.Size() == 0 {
		return t
	}
	t.archive, t.constants = "-XX:SharedArchiveFile="+archive, constants
	return t
}

// warm is a module that makes TLC use most of its parts: standard modules, values, fairness, a counterexample.
const warm = `---- MODULE Warm ----
EXTENDS Integers, Sequences, FiniteSets, Bags, TLC
VARIABLES x, q
vars == <<x, q>>
Init == x = 0 /\ q = <<>>
Step(n) ==
  /\ x < 2
  /\ x' = x + n
  /\ q' = Append(q, [kind |-> "step", of |-> SetToBag({n})])
Next == \E n \in {k \in 1..2 : k < 3} : Step(n)
Spec == Init /\ [][Next]_vars /\ WF_vars(Step(1))
Ends == x = 0 ~> x = 3 /\ Cardinality(DOMAIN q) = 2
====
`
