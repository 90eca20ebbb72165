package simulate

// A pool is a set from which one can be drawn.
type pool[K comparable] struct {
	list  []K
	place map[K]int
}

func newPool[K comparable]() *pool[K] { return &pool[K]{place: map[K]int{}} }

func (p *pool[K]) size() int { return len(p.list) }

func (p *pool[K]) at(i int) K { return p.list[i] }

func (p *pool[K]) has(k K) bool {
	_, known := p.place[k]
	return known
}

func (p *pool[K]) add(k K) {
	if !p.has(k) {
		p.place[k] = len(p.list)
		p.list = append(p.list, k)
	}
}

func (p *pool[K]) remove(k K) {
	at, known := p.place[k]
	if !known {
		return
	}
	last := p.list[len(p.list)-1]
	p.list[at] = last
	p.place[last] = at
	p.list = p.list[:len(p.list)-1]
	delete(p.place, k)
}
