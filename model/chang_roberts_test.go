package model

import "slices"

var changRobertsShows = []show{
	{"chang-roberts", "repaired", Handle(ChangRoberts{}), slices.Concat(changRobertsRows, []row{
		{"CR2", "a higher id makes a participant",
			2, changRoberts{}, takes(Election{3}, 1), changRoberts{participant: true}, "ELECTION(3)→next"},
		{"CR2", "elected is not touched",
			2, changRoberts{elected: 4}, takes(Election{3}, 1), changRoberts{true, 4}, "ELECTION(3)→next"},
	})},
	{"chang-roberts", "printed", Handle(ChangRoberts{Printed: true}), slices.Concat(changRobertsRows, []row{
		{"CR2", "a higher id passes, and makes no participant",
			2, changRoberts{elected: 4}, takes(Election{3}, 1), changRoberts{elected: 4}, "ELECTION(3)→next"},
	})},
}

// changRobertsRows are the same in both readings.
var changRobertsRows = []row{
	{"CR1", "a start",
		2, changRoberts{}, starts(), changRoberts{participant: true}, "ELECTION(2)→next"},
	{"CR2", "a higher id passes a participant, which stays one",
		2, changRoberts{participant: true}, takes(Election{3}, 1), changRoberts{participant: true}, "ELECTION(3)→next"},
	{"CR3", "a lower id wakes one who does not take part",
		2, changRoberts{}, takes(Election{1}, 1), changRoberts{participant: true}, "ELECTION(2)→next"},
	{"CR4", "a participant swallows it",
		2, changRoberts{participant: true}, takes(Election{1}, 1), changRoberts{participant: true}, ""},
	{"CR5", "one's own has come round",
		2, changRoberts{participant: true}, takes(Election{2}, 1), changRoberts{elected: 2}, "ELECTED(2)→next"},
	{"CR6", "another's victory ends taking part",
		2, changRoberts{participant: true}, takes(Elected{3}, 1), changRoberts{elected: 3}, "ELECTED(3)→next"},
	{"CR6", "a lower one's too",
		2, changRoberts{elected: 2}, takes(Elected{1}, 1), changRoberts{elected: 1}, "ELECTED(1)→next"},
	{"CR6", "one's own is dropped",
		2, changRoberts{elected: 2}, takes(Elected{2}, 1), changRoberts{elected: 2}, ""},
	{"CR6", "even if another was taken in between",
		2, changRoberts{elected: 3}, takes(Elected{2}, 1), changRoberts{elected: 3}, ""},
	{"CR6", "and if another election has begun",
		2, changRoberts{participant: true}, takes(Elected{2}, 1), changRoberts{participant: true}, ""},
	{"CR7 CR1", "the dead leader is forgotten first",
		2, changRoberts{elected: 3}, detects(), changRoberts{participant: true}, "ELECTION(2)→next"},
}
