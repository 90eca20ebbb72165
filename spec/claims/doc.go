// Package claims holds what the lectures claim of their elections, as data: each sentence, the
// words of the original, the runs that decide it, and what was found.
//
// It decides nothing. A claim has one or more cases: the readings of its sentence, or the worlds in
// which it can be asked. A case has runs, each a command line of explore with what it must show if
// the claim is true in that case. The caller runs them, computes an outcome for each case, and from
// these the verdict on the claim (Of); only then is the record, Found, compared with it.
//
// claim.go has the types; each other file has the claims about one algorithm or one question.
package claims
