// Package claims holds what the lectures claim of their elections, as data: each sentence, the
// words of the original, the runs that decide it, and what was found.
//
// It decides nothing. A claim is put in one or more cases: the readings of its sentence, the worlds
// in which it can be asked. A case has runs, each a command line of explore, and of each run what it
// must show if the claim is true in that case. Who runs them computes an outcome of each case, and
// of these the verdict on the claim (Of); only then is the record, Found, compared with it.
//
// claim.go has the words; each other file has the claims about one algorithm or one question.
package claims
