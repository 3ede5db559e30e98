/* A sliding window over channels that lose messages.  plain: -m200000 */
#define W 3
#define M 8
chan data = [3] of { byte, byte };
chan ack = [3] of { byte };
byte sent, received, wrong;
active proctype sender() {
	byte low, high, n;
	do
	:: high != (low + W) % M && sent < 12 -> data!high(sent); high = (high + 1) % M; sent++
	:: ack?n -> if :: n == low -> low = (low + 1) % M :: else fi
	:: timeout -> data!low(0)
	:: data?_, _
	:: ack?_
	od
}
active proctype receiver() {
	byte want, n, v;
end:	do
	:: data?n, v -> if :: n == want -> want = (want + 1) % M; received++; ack!n :: else -> ack!n fi
	od
}
ltl bounded { [] (received <= 60) }
ltl inorder { [] (wrong == 0) }
