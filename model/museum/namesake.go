package museum

import "interrex/model"

// namesake lets one process of a ring believe that its id is another's: someone has copied a
// configuration. It takes and sends messages under that id. Whoever looks on still tells the two
// apart: where it considers itself the leader, its elected is its true id.
func namesake(who, alias model.ID) wound {
	isWho := func(self model.Self, _ model.Event) bool { return self.ID == who }
	return instead(isWho, func(healthy model.Handler, self model.Self, e model.Event) model.Outcome {
		self.ID, self.Local = alias, called(self.Local, who, alias)
		out := healthy.Handle(self, e)
		out.Local = called(out.Local, alias, who)
		return out
	})
}

// called is a local state with one id for another as the elected.
func called(local model.Local, from, to model.ID) model.Local {
	if variable(local, "elected") == int(from) {
		return assign(local, "elected", int(to))
	}
	return local
}
