package model

var ringAcceptShows = []show{{"ring-accept", "", Handle(RingAccept{}), []row{
	{"RA1", "a start accepts nobody, not even oneself",
		2, ringAccept{}, starts(), ringAccept{}, "ELECTION(2)→next"},
	{"RA1", "and forgets nobody",
		2, ringAccept{4}, starts(), ringAccept{4}, "ELECTION(2)→next"},
	{"RA2", "a lower one is replaced",
		2, ringAccept{}, takes(Election{1}, 1), ringAccept{}, "ELECTION(2)→next"},
	{"RA2", "and whom one has accepted stays",
		2, ringAccept{4}, takes(Election{1}, 1), ringAccept{4}, "ELECTION(2)→next"},
	{"RA3", "a higher one is accepted and forwarded",
		2, ringAccept{}, takes(Election{3}, 1), ringAccept{3}, "ELECTION(3)→next"},
	{"RA3", "even in the place of one still higher",
		2, ringAccept{4}, takes(Election{3}, 1), ringAccept{3}, "ELECTION(3)→next"},
	{"RA4", "one's own has come round",
		2, ringAccept{}, takes(Election{2}, 1), ringAccept{2}, "ELECTED(2)→next"},
	{"RA5", "another's victory is noted and forwarded",
		2, ringAccept{3}, takes(Elected{4}, 1), ringAccept{4}, "ELECTED(4)→next"},
	{"RA5", "one's own goes no further",
		2, ringAccept{2}, takes(Elected{2}, 1), ringAccept{2}, ""},
	{"RA6 RA1", "the dead leader is forgotten first",
		2, ringAccept{4}, detects(), ringAccept{}, "ELECTION(2)→next"},
}}}
