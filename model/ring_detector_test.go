package model

import "slices"

// of makes a set of some of the four processes.
func of(ids ...ID) set {
	var s set
	for _, id := range ids {
		s |= 1 << four.Index(id)
	}
	return s
}

var ringDetectorShows = []show{
	{"ring-detector", "repaired", Handle(RingDetector{}), slices.Concat(ringDetectorRows, []row{
		{"RD3", "the ELECTION of a suspected process is dropped",
			2, ringDetector{0, of(3), of(3)}, takes(Election{3}, 1), ringDetector{0, of(3), of(3)}, ""},
		{"RD3", "and so is its victory",
			2, ringDetector{0, of(3), of(3)}, takes(Elected{3}, 1), ringDetector{0, of(3), of(3)}, ""},
		{"RD3", "a lower one's is not answered by one's own either",
			2, ringDetector{0, of(1), of(1)}, takes(Election{1}, 1), ringDetector{0, of(1), of(1)}, ""},
	})},
	{"ring-detector", "printed", Handle(RingDetector{Printed: true}), slices.Concat(ringDetectorRows, []row{
		{"RD3", "the ELECTION of a suspected process is forwarded all the same",
			2, ringDetector{0, of(3), of(3)}, takes(Election{3}, 1), ringDetector{0, of(3), of(3)}, "ELECTION(3)→next"},
		{"RD3", "and its victory believed",
			2, ringDetector{0, of(3), of(3)}, takes(Elected{3}, 1), ringDetector{3, of(3), of(3)}, "ELECTED(3)→next"},
	})},
}

// ringDetectorRows are the same in both readings.
var ringDetectorRows = []row{
	{"RI1", "a start sees nothing",
		2, ringDetector{}, starts(), ringDetector{}, "ELECTION(2)→next"},
	{"RI6", "a detection keeps what was seen and suspected",
		2, ringDetector{4, of(4), of(4)}, detects(), ringDetector{0, of(4), of(4)}, "ELECTION(2)→next"},
	{"RD1 RI2", "a higher one is seen and forwarded",
		2, ringDetector{}, takes(Election{3}, 1), ringDetector{0, of(3), 0}, "ELECTION(3)→next"},
	{"RD1 RI3", "a lower one is seen and replaced",
		2, ringDetector{}, takes(Election{1}, 1), ringDetector{0, of(1), 0}, "ELECTION(2)→next"},
	{"RI4", "oneself is not seen",
		2, ringDetector{}, takes(Election{2}, 1), ringDetector{2, 0, 0}, "ELECTED(2)→next"},
	{"RI5", "a victory is no sight",
		2, ringDetector{}, takes(Elected{3}, 1), ringDetector{3, 0, 0}, "ELECTED(3)→next"},
	{"RD2 RI1", "a report begins an election, and elected stays",
		2, ringDetector{3, of(3), 0}, reports(3), ringDetector{3, of(3), of(3)}, "ELECTION(2)→next"},
	{"RD3", "the messages of others are no concern",
		2, ringDetector{0, of(3), of(3)}, takes(Election{4}, 1), ringDetector{0, of(3, 4), of(3)}, "ELECTION(4)→next"},
	{"RD4", "a report withdrawn leaves the sight, and begins nothing",
		2, ringDetector{0, of(3), of(3)}, withdraws(3), ringDetector{0, of(3), 0}, ""},
}
