package model

// A Way is a direction of travel on a bidirectional ring. Right is the ring's own order, in which
// ids are given and drawings have their columns.
type Way uint8

const (
	Nowhere Way = iota
	Right
	Left
)

func (w Way) String() string { return [...]string{"none", "right", "left"}[w] }

// Opposite is the way back.
func (w Way) Opposite() Way { return [...]Way{Nowhere, Left, Right}[w] }

// Travelling is implemented by a Message that goes either way round a bidirectional ring and
// carries its direction. All others go right.
type Travelling interface {
	Message
	Travels() Way
}

// WayOf is the direction in which a message travels.
func WayOf(m Message) Way {
	if t, ok := Plain(m).(Travelling); ok {
		return t.Travels()
	}
	return Right
}
