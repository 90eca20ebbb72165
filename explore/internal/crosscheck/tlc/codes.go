package tlc

// The codes of TLC's messages that a reader must know (tlc2.output.EC).
const (
	parsingFailed       = 3002
	initialFault        = 2102
	assumptionFalse     = 2104
	invariantInitially  = 2107
	propertyInitially   = 2108
	invariantViolated   = 2110
	actionViolated      = 2112
	deadlockReached     = 2114
	temporalViolated    = 2116
	behaviorUpToHere    = 2121
	backToState         = 2122
	finished            = 2186
	initialDistinct     = 2190 // all initial states were distinct
	initialGenerated    = 2191 // some were generated more than once
	initialGeneratedToo = 2208
	success             = 2193
	depthReached        = 2194
	counted             = 2199
	traceState          = 2217
	stuttering          = 2218
	parserDone          = 2219
	parserBegins        = 2220
	versionTold         = 2262
	counterexample      = 2264
	unsuitableCollector = 2401 // advice about the garbage collector
)

// unread are notices that add nothing to the others: progress, times, the machine. A notice that is neither here
// nor above is unknown, and a run with one is not believed.
var unread = map[int]bool{
	2168: true,             // an operator has a Java implementation
	2185: true,             // starting
	2187: true,             // breadth first, with so many workers
	2189: true,             // computing initial states
	2192: true,             // checking temporal properties
	2195: true, 2196: true, // a checkpoint
	2200: true, // progress
	2212: true, // branches of the temporal property
	2267: true, // temporal properties checked
	2268: true, // outdegrees
	2269: true, // progress among the initial states
}

// isConfiguration reports whether a fault lies in the configuration file, or in a mismatch between it and the
// modules.
func isConfiguration(code int) bool {
	return 5001 <= code && code <= 5006 || 2222 <= code && code <= 2243 || code == 2245 ||
		code == 2280 || code == 2281
}

func isParsing(code int) bool {
	return code == parsingFailed || code == 2171 || 4000 <= code && code <= 4002
}
