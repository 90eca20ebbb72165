package spec

// Changes are kinds of what a step of one process can change, a bit for each.
//
// What a property minds is those that can take back its violation. Let process p do its step now, or
// later, when others have taken steps or died and none has come back. If the property is violated
// just before the later step, and neither now nor just after it, then the property minds what the step
// changes. To elect someone, where one had elected nobody, takes nothing back.
type Changes uint32

const (
	FromItself Changes = 1 << iota // p no longer has elected itself
	FromLive                       // nor another live process
	FromDead                       // nor a dead one, or one that is no process of the group
	InDecision                     // p no longer has decided what it had
	InTraffic                      // what is on its way, or whether p takes part

	AnyChange Changes = 1<<iota - 1
)
