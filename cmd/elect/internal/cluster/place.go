package cluster

import (
	"errors"
	"net"
	"os"
	"syscall"
)

// A place is an address on this machine that is ours, also while the node that listens there is dead.
// Otherwise the machine might give its port to the next who asks for any, and the node could not come
// back. Who calls at a place where nobody listens is refused.
type place struct {
	socket  int
	address *net.TCPAddr
}

// take takes a place that is free.
func take() (*place, error) {
	syscall.ForkLock.RLock()
	socket, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err == nil {
		syscall.CloseOnExec(socket)
	}
	syscall.ForkLock.RUnlock()
	if err != nil {
		return nil, os.NewSyscallError("socket", err)
	}
	p := &place{socket: socket}
	if err := p.bind(); err != nil {
		return nil, errors.Join(err, p.leave())
	}
	return p, nil
}

func (p *place) bind() error {
	if err := syscall.SetsockoptInt(p.socket, syscall.SOL_SOCKET, syscall.SO_REUSEADDR, 1); err != nil {
		return os.NewSyscallError("setsockopt", err)
	}
	if err := syscall.Bind(p.socket, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		return os.NewSyscallError("bind", err)
	}
	name, err := syscall.Getsockname(p.socket)
	if err != nil {
		return os.NewSyscallError("getsockname", err)
	}
	p.address = &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: name.(*syscall.SockaddrInet4).Port}
	return nil
}

// listen opens the door. It can be opened again when it has been closed.
func (p *place) listen() (*net.TCPListener, error) { return net.ListenTCP("tcp4", p.address) }

func (p *place) leave() error { return syscall.Close(p.socket) }
