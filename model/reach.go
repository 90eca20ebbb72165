package model

// reach is, of each algorithm, up to how many processes its default world is exhausted within a
// minute by two cores, verdicts on all default properties included: measured beside other work, so
// that an idle machine may reach one more. BenchmarkReach of package world tries them again. Ring-watch
// is measured with a ring that sends on what was on its way to the dead.
var reach = map[string]int{
	"ring": 4, "ring-maxid": 5, "ring-watch": 6, "ring-detector": 3, "ring-accept": 5,
	"lelann": 12, "chang-roberts": 16, "hirschberg-sinclair": 9, "anonymous": 12, "itai-rodeh": 8,
	"bully": 4, "bully-recovery": 4, "raft": 4, "omega-timely": 4, "omega-minimal": 3,
}

// Reach returns that number; 0 if it was not measured.
func (a Algorithm) Reach() int { return reach[a.Name] }
