package model

import "testing"

var itaiRodehShows = []show{{"itai-rodeh", "", Handle(ItaiRodeh{}), []row{
	{"IR1", "a start", 2, itaiRodeh{}, starts(), itaiRodeh{mode: drawing}, ""},
	{"IR2", "a draw", 2, itaiRodeh{mode: drawing}, draws(2), itaiRodeh{candidate, 2, Nobody}, "ELECTION(2,1,true)→next"},
	{"IR3", "who has not started stands back",
		2, itaiRodeh{}, takes(Candidacy{1, 1, true}, 1), itaiRodeh{mode: passive}, "ELECTION(1,2,true)→next"},
	{"IR3", "a passive process is no obstacle, and cleans nothing",
		2, itaiRodeh{mode: passive}, takes(Candidacy{1, 2, false}, 1), itaiRodeh{mode: passive}, "ELECTION(1,3,false)→next"},
	{"IR3", "it has gone all round: who sent it is no candidate any more",
		2, itaiRodeh{mode: passive}, takes(Candidacy{1, 4, true}, 1), itaiRodeh{mode: passive}, ""},
	{"IR3", "who knows the leader waits for nothing",
		2, itaiRodeh{elected: 3}, takes(Candidacy{1, 2, true}, 1), itaiRodeh{elected: 3}, "ELECTION(1,3,true)→next"},
	{"IR4", "one's own, come round, and clean",
		2, itaiRodeh{candidate, 2, Nobody}, takes(Candidacy{2, 4, true}, 1), itaiRodeh{elected: 2}, "ELECTED(1)→next"},
	{"IR5", "one's own, and another one has seen it who has the same",
		2, itaiRodeh{candidate, 2, Nobody}, takes(Candidacy{2, 4, false}, 1), itaiRodeh{mode: drawing}, ""},
	{"IR6", "another's of the same identity",
		2, itaiRodeh{candidate, 2, Nobody}, takes(Candidacy{2, 3, true}, 1), itaiRodeh{candidate, 2, Nobody}, "ELECTION(2,4,false)→next"},
	{"IR7", "a higher one",
		2, itaiRodeh{candidate, 1, Nobody}, takes(Candidacy{2, 1, false}, 1), itaiRodeh{mode: passive}, "ELECTION(2,2,false)→next"},
	{"IR8", "a lower one",
		2, itaiRodeh{candidate, 2, Nobody}, takes(Candidacy{1, 1, true}, 1), itaiRodeh{candidate, 2, Nobody}, ""},
	{"IR9", "the leader is the one before",
		2, itaiRodeh{mode: passive}, takes(Announcement{1}, 1), itaiRodeh{elected: 1}, "ELECTED(2)→next"},
	{"IR9", "three before 2 is 3: the ring closes",
		2, itaiRodeh{mode: passive}, takes(Announcement{3}, 1), itaiRodeh{elected: 3}, "ELECTED(4)→next"},
	{"IR9", "come round to the leader",
		2, itaiRodeh{elected: 2}, takes(Announcement{4}, 1), itaiRodeh{elected: 2}, ""},
}}}

// TestBelieved: who is mistaken in N takes a message for its own too early.
func TestBelieved(t *testing.T) {
	self := Self{ID: 2, Group: four, Local: itaiRodeh{candidate, 1, Nobody}, Elections: Unlimited}
	out := Handle(ItaiRodeh{Believed: 3}).Handle(self, takes(Candidacy{2, 3, true}, 1))
	if out.Local != (itaiRodeh{elected: 2}) {
		t.Errorf("got %+v", out.Local)
	}
}
