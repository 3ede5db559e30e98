r spin -a model.pml
r "gcc -O -o pan pan.c && ./pan -n"
printf 'byte x;\nactive D_proctype A() { if :: x = 1 :: x = 2 fi }\n' > det.pml
r "spin -a det.pml && gcc -O -o pan pan.c && ./pan -n"
printf 'chan c = [2] of { byte };\nactive proctype A() { xr c; byte x; c!1; c??x }\n' > random.pml
r "spin -a random.pml && gcc -O -o pan pan.c && ./pan -n"
printf 'chan c = [2] of { byte };\nactive proctype A() { xr c; c!!1 }\n' > sorted.pml
r "spin -a sorted.pml && gcc -O -o pan pan.c && ./pan -n"
