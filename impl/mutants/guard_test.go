package mutants

const fence = "impl/fence"

var guards = []mutant{
	{name: "ignores the sequence of a token", pkg: fence, test: "TestTokensAreOrdered", old: ` || t.Term == u.Term && t.Sequence < u.Sequence`, new: ``},
	{name: "ignores the term of a token", pkg: fence, test: "TestTokensAreOrdered", old: `	return t.Term < u.Term || t.Term == u.Term && t.Sequence`, new: `	return t.Sequence`},
	{name: "refuses no token", pkg: fence, test: "TestGuardNeverGoesBack", old: `	if t.Less(g.newest) {`, new: `	if t.Less(Token{}) {`},
	{name: "refuses the same token again", pkg: fence, test: "TestGuardNeverGoesBack", old: `	if t.Less(g.newest) {`, new: `	if !g.newest.Less(t) {`},
	{name: "keeps no token", pkg: fence, test: "TestWhatIsKeptIsTheToken", old: `		if err := g.keep(t); err != nil {`, new: `		if err := g.keep(Token{}); err != nil {`},
	{name: "admits what could not be kept", pkg: fence, test: "TestGuardKeepsBeforeItAdmits", old: `			return fmt.Errorf("token %v: %w", t, err)
`, new: `			_ = fmt.Errorf("token %v: %w", t, err)
`},
	{name: "forgets what it had admitted before a restart", pkg: fence, test: "TestGuardKeepsBeforeItAdmits", old: `	return &Guard{newest: newest, keep: keep}`, new: `	return &Guard{keep: keep}`},
	{name: "acts while it admits another token", pkg: fence, test: "TestActsAreInOrder", old: `	g.newest = t
	return act()`, new: `	g.newest = t
	g.mu.Unlock()
	defer g.mu.Lock()
	return act()`},
}
