package explore_test
import ("testing";"fmt";"time";"runtime"
"github.com/mxgen/mxgen/models/config"
"github.com/mxgen/mxgen/reference/explore")
func TestY(t *testing.T){
 s:=time.Now()
 g:=run(t, ricartAgrawala(4,config.FIFO,""), explore.Options{})
 fmt.Println(g.States(),g.Transitions(),g.Depth(),time.Since(s))
 for _,p:=range g.Properties(){ s:=time.Now(); v,_:=g.Verdict(p); fmt.Println(p,v.Result,v.Reason,time.Since(s)) }
 var m runtime.MemStats; runtime.ReadMemStats(&m); fmt.Println(m.Sys>>20,"MB")
 s=time.Now(); n:=0; g.Edges(func(explore.Edge)error{n++;return nil}); fmt.Println("edges",n,time.Since(s))
 s=time.Now(); n=0; g.Each(func(explore.State,[]int)error{n++;return nil}); fmt.Println("each",n,time.Since(s))
 for n:=2;n<=6;n++{ for _,net:=range []config.Network{"fifo","unordered"}{
  s:=time.Now(); g:=run(t,neilsenMizuno(n,net),explore.Options{}); fmt.Println("nm line",n,net,g.States(),g.Transitions(),time.Since(s))
  s=time.Now(); g=run(t,centralized(n,net),explore.Options{}); fmt.Println("centralized",n,net,g.States(),g.Transitions(),time.Since(s))
 }}
}
