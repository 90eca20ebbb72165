package claims

import "testing"

// TestTheSumOfTheSlide works the sum of lecture 001 out by hand for two, four and eight processes: of
// eight, 40 + 8·8/2 + 16·8/3 + 32·8/5 + 64·8/9 = 222.7.
func TestTheSumOfTheSlide(t *testing.T) {
	for n, want := range map[int]int{2: 18, 4: 82, 8: 222} {
		if got := tighter(n); got != want {
			t.Errorf("%d processes: %d, want %d", n, got, want)
		}
		if tighter(n) > below(n) {
			t.Errorf("%d processes: the sum %d is above the bound %d", n, tighter(n), below(n))
		}
	}
}
