r spin -a model.pml
r gcc -O -DNOREDUCE -o pan pan.c
r ./pan -n -a -f
r gcc -O -DNOREDUCE -DTRIX -o pan pan.c
r ./pan -n -a -f
r ./pan -n -a
printf 'byte n;\nproctype W() { chan r = [1] of { byte }; r!1; n++ }\ninit { run W(); run W(); n == 2; assert(n == 2) }\n' > come.pml
r "spin -a -o3 come.pml && gcc -O -DNOREDUCE -o pan pan.c && ./pan -n"
r "gcc -O -DNOREDUCE -DTRIX -o pan pan.c && ./pan -n"
