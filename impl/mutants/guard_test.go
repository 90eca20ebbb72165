package mutants

const fence = "impl/fence"

var guards = []mutant{
	{name: "ignores the sequence of a token", pkg: fence, test: "TestTokensAreOrdered", old: ` || t.Term == u.Term && t.Sequence < u.Sequence`, new: ``},
	{name: "refuses no token", pkg: fence, test: "TestGuardNeverGoesBack", old: `	if t.Less(g.newest) {`, new: `	if t.Less(Token{}) {`},
	{name: "admits what could not be kept", pkg: fence, test: "TestGuardKeepsBeforeItAdmits", old: `			return fmt.Errorf("token %v: %w", t, err)
`, new: `			_ = fmt.Errorf("token %v: %w", t, err)
`},
	{name: "acts while it admits another token", pkg: fence, test: "TestActsAreInOrder", old: `	g.newest = t
	return act()`, new: `	g.newest = t
	g.mu.Unlock()
	defer g.mu.Lock()
	return act()`},
}
