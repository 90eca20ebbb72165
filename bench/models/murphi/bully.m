-- The bully with timeouts that may fire at any time and unlimited starts; spec/bully.md has the rules. The checker
-- packs the variables itself. A channel is a number to the base 4. Its digits are the messages, the head the lowest
-- one; 0 means no message. At most four messages fit.

const
  N : 3; -- number of processes
  K : 1; -- elections that each process begins, at most 2
  C : 1; -- most crashes, between two steps

  ELECTION : 1;
  OK : 2;
  COORDINATOR : 3;

type
  process : 1 .. N;
  modes : enum { dead, idle, waitingForOK, waitingForCoordinator };

var
  mode : array [process] of modes;
  elected : array [process] of 0 .. N; -- 0 means no leader
  left : array [process] of 0 .. K;
  channel : array [process] of array [process] of 0 .. 255; -- [from][to]
  crashesLeft : 0 .. C;

procedure Send(source : process; target : process; m : 1 .. 3);
begin
  if mode[target] != dead then
    assert channel[source][target] < 64 "a fifth message in a channel";
    if channel[source][target] = 0 then
      channel[source][target] := m;
    elsif channel[source][target] < 4 then
      channel[source][target] := channel[source][target] + 4 * m;
    elsif channel[source][target] < 16 then
      channel[source][target] := channel[source][target] + 16 * m;
    else
      channel[source][target] := channel[source][target] + 64 * m;
    end;
  end;
end;

procedure Announce(i : process);
begin
  mode[i] := idle;
  elected[i] := i;
  for j : process do
    if j < i then Send(i, j, COORDINATOR); end;
  end;
end;

procedure Begin_(i : process);
begin
  if left[i] = 0 then
    mode[i] := idle;
  else
    left[i] := left[i] - 1;
    if i = N then
      Announce(i);
    else
      mode[i] := waitingForOK;
      for j : process do
        if j > i then Send(i, j, ELECTION); end;
      end;
    end;
  end;
end;

procedure Take(source : process; i : process);
var m : 0 .. 3;
begin
  m := channel[source][i] % 4;
  channel[source][i] := channel[source][i] / 4;
  if m = ELECTION then
    Send(i, source, OK);
    if mode[i] = idle then Begin_(i); end;
  elsif m = OK then
    if mode[i] = waitingForOK then mode[i] := waitingForCoordinator; end;
  else
    mode[i] := idle;
    elected[i] := source;
  end;
end;

-- Messages to a dead process are lost, and all dead processes have the same state.
procedure Die(i : process);
begin
  mode[i] := dead;
  elected[i] := 0;
  left[i] := 0;
  crashesLeft := crashesLeft - 1;
  for j : process do channel[j][i] := 0; end;
end;

startstate
begin
  for i : process do
    mode[i] := idle;
    elected[i] := 0;
    left[i] := K;
    for j : process do channel[i][j] := 0; end;
  end;
  crashesLeft := C;
end;

ruleset i : process do
  rule "start" mode[i] = idle & left[i] > 0 ==> begin Begin_(i); end;
  rule "timeout T" mode[i] = waitingForOK ==> begin Announce(i); end;
  rule "timeout T'" mode[i] = waitingForCoordinator ==> begin Begin_(i); end;
  rule "crash" mode[i] != dead & crashesLeft > 0 ==> begin Die(i); end;
end;

ruleset source : process; target : process do
  rule "deliver" channel[source][target] != 0 ==> begin Take(source, target); end;
end;

invariant "validity" forall i : process do elected[i] <= N end;
