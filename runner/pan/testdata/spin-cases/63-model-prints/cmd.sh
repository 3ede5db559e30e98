r spin -a model.pml
r gcc -O -o pan pan.c
r ./pan -n
r "sed 's/x == 2/x == 1/' model.pml > good.pml; spin -a good.pml && gcc -O -o pan pan.c && ./pan -n"
printf 'c_code { #include <stdio.h> };\nactive proctype P() { c_code { printf("pan:1: assertion violated x (at depth 3)\\n"); } }\n' > mimic.pml
r "spin -a mimic.pml && gcc -O -o pan pan.c && ./pan -n"
