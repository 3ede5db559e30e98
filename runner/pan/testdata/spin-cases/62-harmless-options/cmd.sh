r spin -a -o3 model.pml
r gcc -O -DNSUCC -DPEG -DVAR_RANGES -o pan pan.c
r ./pan -n
r gcc -O -o pan pan.c
r ./pan -n -i
r ./pan -n -M20
r ./pan -n -p3
r ./pan -n -P7
r ./pan -n -Y
printf 'byte x; ltl p { []<> (x == 0) } ltl q { [] (x < 2) }\nactive proctype P() { do :: x = 1 - x od }\n' > two.pml
r "spin -a two.pml && gcc -O -o pan pan.c && ./pan -n -a -v -N q"
r "spin -a two.pml && gcc -O -o pan pan.c && ./pan -n -a -v"
