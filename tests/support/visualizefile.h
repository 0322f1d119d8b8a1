// SPDX-License-Identifier: Apache-2.0
// Files of operator tuning as msprof op writes them, made for tests: a small kernel on two cores.
#pragma once

#include <cstdint>
#include <string>

namespace jitscope::testing {

/** A block of visualize_data.bin; a source block (kind 1) has a path before its text. */
inline std::string visualizeBlock(int kind, const std::string &text, const std::string &path = {}) {
    const size_t padding = (4 - text.size() % 4) % 4;
    const uint64_t size = text.size() + padding;
    std::string block;
    for (int i = 0; i < 8; ++i)
        block += char((size >> (8 * i)) & 0xff);
    block += char(kind);
    block += char(padding);
    block += char(kind == 4 ? 0 : 0x5a);
    block += char(0x5a);
    if (kind == 1) block += path + std::string(4096 - path.size(), '\0');
    return block + text + std::string(padding, '\0');
}

inline std::string visualizeBaseInfo() {
    return R"j({"name":"AddCustom","soc":"Ascend910B4","op_type":"mix","block_dim":"2","mix_block_dim":"4","device_id":"1",)j"
           R"j("pid":"77","duration":300.5,"cur_freq":"1650","rated_freq":"1650","advice":["go on"],)j"
           R"j("mix_block_detail":{"head_name":["Block ID","Cube0 Duration (us)","Vector0 Duration (us)"],"size":[3,3],)j"
           R"j("row":[{"value":["0","250.377579","133.2"]},{"value":["1","250.9","NA"]}]}})j";
}

inline std::string visualizeMemoryGraph() {
    return R"j({"core_memory_map":[{"core_no":"0","op_type":"mix","soc":"910B","Cube":{"cycle":1000,"ratio":10.0,"total_cycles":10000},)j"
           R"j("L2cache":{"hit":"90","hit_ratio":"90.0","miss":"10","total_request":"100"},"memory_unit":[)j"
           R"j({"bandwidth":"2.0","display":1,"memory_path":0,"peak_ratio":"NA","request":"1000"},)j"
           R"j({"bandwidth":"1.0","display":1,"memory_path":2,"peak_ratio":"4.5","request":"500"},)j"
           R"j({"bandwidth":"3.0","display":1,"memory_path":7,"peak_ratio":"NA","request":"4000"},)j"
           R"j({"bandwidth":"9.0","display":0,"memory_path":9,"peak_ratio":"NA","request":"7"},)j"
           R"j({"bandwidth":"0.5","display":1,"memory_path":99,"peak_ratio":"NA","request":"5"}]},)j"
           R"j({"core_no":"1","memory_unit":[{"bandwidth":"1.0","display":1,"memory_path":2,"peak_ratio":"6.5","request":"300"}]}]})j";
}

inline std::string visualizeLines() {
    return R"j({"Cores":["core0.veccore0","core1.veccore0"],"Files Dtype":{},"Files":[{"Source":"/src/add.cpp","Lines":[)j"
           R"j({"Line":2,"Cycles":[100,40],"Instructions Executed":[10,4],"Address Range":[["0x10","0x14"]],"Process Bytes":[256,-1]},)j"
           R"j({"Line":3,"Cycles":[900,60],"Instructions Executed":[3,2],"Address Range":[["0x18","0x18"],["0x30","0x34"]]}]}]})j";
}

inline std::string visualizeInstructions() {
    return R"j({"Cores":["core0.veccore0","core1.veccore0"],"Instructions Dtype":{},"Instructions":[)j"
           R"j({"Address":"0x10","AscendC Inner Code":"/src/add.cpp:2","Source":"MOV","Pipe":"SCALAR","Cycles":[60,20],"Instructions Executed":[6,2],"GPR Count":[3,3]},)j"
           R"j({"Address":"0x14","AscendC Inner Code":"/src/add.cpp:2","Source":"ADD","Pipe":"SCALAR","Cycles":[40,20],"Instructions Executed":[4,2]},)j"
           R"j({"Address":"0x18","AscendC Inner Code":"/src/add.cpp:3","Source":"VADD","Pipe":"VECTOR","Cycles":[900,60],"Instructions Executed":[3,2],"UB Read Conflict":[5,0]}]})j";
}

inline std::string visualizeRoofline() {
    return R"j({"advice":"memory bound","multiple_rooflines":[{"title":"GM/L2","rooflines":[)j"
           R"j({"bw":0.8,"bw_name":"GM Read + Write","computility":10.0,"computility_name":"Vec_FP32(100%)","point":[2.0,1.2],"ratio":"0.75"},)j"
           R"j({"bw":4.0,"bw_name":"L2 Read + Write","computility":10.0,"computility_name":"Vec_FP32(100%)","point":[8.0,1.2],"ratio":"NA"
}]
}]
})j";
}

/** All blocks that the panel shows, and one of a kind that nobody knows. */
inline std::string visualizeFile() {
    return visualizeBlock(5, visualizeBaseInfo()) +
           visualizeBlock(
               6,
               R"j({"subblock_detail":[{"block_id":"0","block_type":"cube0","name":"Cube All Active","origin_value":1000.0,"unit":3,"value":10.0}]})j") +
           visualizeBlock(8, visualizeMemoryGraph()) +
           visualizeBlock(
               12,
               R"j({"advice":"core1 is slow","op_detail":[{"core_id":0,"core_detail":[{"L2cache_hit_rate":"85.5","cycles":"10000","subcore_id":"0","subcore_type":"cube","throughput":"4096"}]},)j"
               R"j({"core_id":1,"core_detail":[{"L2cache_hit_rate":"80.5","cycles":"14000","subcore_id":"0","subcore_type":"cube","throughput":"4096"}]}]})j") +
           visualizeBlock(13, visualizeRoofline()) +
           visualizeBlock(1, "int a;\nint b = a;\nadd(a, b);\n", "/src/add.cpp") + visualizeBlock(3, visualizeLines()) +
           visualizeBlock(4, visualizeInstructions()) + visualizeBlock(42, "{}");
}

} // namespace jitscope::testing
