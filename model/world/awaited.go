package world

import (
	"fmt"
	"slices"
	"strings"

	"interrex/model"
)

// awaited says what can still bring what timer t of process p waits for. It finds out what is enough
// for that, as it knows no algorithm's reasons: messages are taken away as long as something can
// still come without them, and if none is left, so are those who take part.
func (s *situation) awaited(p int, t model.Timer) string {
	without := situation{World: s.World, state: slices.Clone(s.state)}
	var needed []string
	for i := range s.links {
		content := s.content(s.state, i)
		if content == 0 {
			continue
		}
		if s.fill(without.state, i, 0); !without.canCome(p, t) {
			s.fill(without.state, i, content)
			needed = append(needed, s.carries(s.state, i))
		}
	}
	if needed != nil {
		return "still on the way: " + strings.Join(needed, ", ")
	}
	without.masked, without.link = true, -1
	for q, id := range s.config.IDs {
		if without.active = q; s.state[q] == dead || !without.canCome(p, t) {
			continue
		}
		if without.active = -1; without.canCome(p, t) {
			break // whoever takes part
		}
		if s.Recovering(id) {
			return fmt.Sprintf("P%d has yet to recover", id)
		}
		return fmt.Sprintf("P%d takes part in an election, and may win it", id)
	}
	return "what it waits for can still come"
}
