-- Chang and Roberts on a ring, without crashes; spec/chang-roberts.md has the rules. Ids ascend in the direction
-- of messages. The checker packs the variables itself. Two messages a channel are enough for every N; a third is an
-- error of the run. In a channel 0 means no message, an id ELECTION, and an id + N ELECTED.

const
  N : 3; -- number of processes

type
  process : 1 .. N;
  message : 0 .. 2 * N;

var
  participant : array [process] of boolean;
  elected : array [process] of 0 .. N; -- 0 means no leader
  head : array [process] of message;
  second : array [process] of message;

procedure Send(i : process; m : message);
var next : process;
begin
  next := i % N + 1;
  if head[next] = 0 then
    head[next] := m;
  else
    assert second[next] = 0 "a third message in a channel";
    second[next] := m;
  end;
end;

procedure Start(i : process);
begin
  participant[i] := true;
  Send(i, i);
end;

procedure Take(i : process);
var m : message;
begin
  m := head[i];
  head[i] := second[i];
  second[i] := 0;
  if m <= N then
    if m > i then
      participant[i] := true;
      Send(i, m);
    elsif m = i then
      participant[i] := false;
      elected[i] := i;
      Send(i, i + N);
    elsif !participant[i] then
      Start(i);
    end;
  elsif m != i + N then
    participant[i] := false;
    elected[i] := m - N;
    Send(i, m);
  end;
end;

startstate
begin
  for i : process do
    participant[i] := false;
    elected[i] := 0;
    head[i] := 0;
    second[i] := 0;
  end;
end;

ruleset i : process do
  rule "start" !participant[i] & elected[i] = 0 ==> begin Start(i); end;
  rule "deliver" head[i] != 0 ==> begin Take(i); end;
end;

invariant "validity" forall i : process do elected[i] <= N end;
