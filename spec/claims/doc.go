// Package claims holds the lectures' claims about elections as data: each sentence, the words of the
// original, the runs that decide it, and the recorded verdict.
//
// It decides nothing. A claim has one or more cases: the readings of its sentence, or its worlds. A
// case has runs: command lines of explore, each with the result that confirms the claim. The caller
// runs them, computes an outcome for each case, and from these the verdict on the claim (Of). Only then
// is it compared with the record, Found.
//
// ledger.json has the claims, and found.txt what their runs found where it is not what they ask.
package claims
