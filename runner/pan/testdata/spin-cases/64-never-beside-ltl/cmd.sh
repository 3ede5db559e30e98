r spin -a model.pml
r gcc -O -o pan pan.c
r ./pan -n -a
r ./pan -n -a -N never_0
r ./pan -n -a -v -N never_0
printf 'byte x;\nactive proctype P() { do :: x = 1 - x od }\nnever { do :: x == 3 -> break :: else od }\nltl p { [] (x < 2) }\n' > after.pml
r "spin -a after.pml && gcc -O -o pan pan.c && ./pan -n -a -N never_0"
r "gcc -O -DNOREDUCE -o pan pan.c && ./pan -n -a -N never_0"
printf 'byte x;\nltl first { <> (x == 0) }\nactive proctype P() { do :: x = 1 - x od }\nltl p { [] (x < 2) }\n' > ltl.pml
r "spin -a ltl.pml && gcc -O -o pan pan.c && ./pan -a -N first"
