// SPDX-License-Identifier: Apache-2.0
#include "engine/ascend/profilerschema.h"

#include <cstring>

namespace jitscope::inline ascend {

const std::vector<SchemaTable> &schemaTables() {
    static const std::vector<SchemaTable> all{
        {"STRING_IDS", "id INTEGER PRIMARY KEY, value TEXT"},
        {"SESSION_TIME_INFO", "startTimeNs INTEGER, endTimeNs INTEGER"},
        {"NPU_INFO", "id INTEGER, name TEXT"},
        {"RANK_DEVICE_MAP", "rankId INTEGER, deviceId INTEGER"},
        {"HOST_INFO", "hostUid TEXT, hostName TEXT"},
        {"TASK", "startNs INTEGER, endNs INTEGER, deviceId INTEGER, connectionId INTEGER, globalTaskId INTEGER, "
                 "globalPid INTEGER, taskType INTEGER, contextId INTEGER, streamId INTEGER, taskId INTEGER, "
                 "modelId INTEGER"},
        {"COMPUTE_TASK_INFO",
         "name INTEGER, globalTaskId INTEGER PRIMARY KEY, blockNum INTEGER, mixBlockNum INTEGER, taskType "
         "INTEGER, opType INTEGER, inputFormats INTEGER, inputDataTypes INTEGER, inputShapes INTEGER, "
         "outputFormats INTEGER, outputDataTypes INTEGER, outputShapes INTEGER, attrInfo INTEGER, opState "
         "INTEGER, hf32Eligible INTEGER, gridDim INTEGER, blockDim INTEGER"},
        {"COMMUNICATION_SCHEDULE_TASK_INFO",
         "name INTEGER, globalTaskId INTEGER PRIMARY KEY, taskType INTEGER, opType INTEGER"},
        {"COMMUNICATION_TASK_INFO",
         "name INTEGER, globalTaskId INTEGER, taskType INTEGER, planeId INTEGER, groupName INTEGER, "
         "notifyId INTEGER, rdmaType INTEGER, srcRank INTEGER, dstRank INTEGER, transportType INTEGER, "
         "size INTEGER, dataType INTEGER, linkType INTEGER, opId INTEGER, isMaster INTEGER, bandwidth "
         "NUMERIC"},
        {"COMMUNICATION_OP",
         "opName INTEGER, startNs INTEGER, endNs INTEGER, connectionId INTEGER, groupName INTEGER, opId "
         "INTEGER PRIMARY KEY, relay INTEGER, retry INTEGER, dataType INTEGER, algType INTEGER, count "
         "NUMERIC, opType INTEGER, deviceId INTEGER, rankSize INTEGER"},
        {"CANN_API", "startNs INTEGER, endNs INTEGER, type INTEGER, globalTid INTEGER, connectionId INTEGER PRIMARY "
                     "KEY, name INTEGER"},
        {"NPU_MEM", "type INTEGER, ddr NUMERIC, hbm NUMERIC, timestampNs INTEGER, deviceId INTEGER"},
        {"NPU_MODULE_MEM", "moduleId INTEGER, timestampNs INTEGER, totalReserved NUMERIC, deviceId INTEGER"},
        {"NPU_OP_MEM", "operatorName INTEGER, addr INTEGER, type INTEGER, size INTEGER, timestampNs INTEGER, globalTid "
                       "INTEGER, totalAllocate NUMERIC, totalReserve NUMERIC, component INTEGER, deviceId INTEGER"},
        {"NIC", "deviceId INTEGER, timestampNs INTEGER, bandwidth INTEGER, rxPacketRate NUMERIC, rxByteRate "
                "NUMERIC, rxPackets INTEGER, rxBytes INTEGER, rxErrors INTEGER, rxDropped INTEGER, txPacketRate "
                "NUMERIC, txByteRate NUMERIC, txPackets INTEGER, txBytes INTEGER, txErrors INTEGER, txDropped "
                "INTEGER, funcId INTEGER"},
        {"ROCE", "deviceId INTEGER, timestampNs INTEGER, bandwidth INTEGER, rxPacketRate NUMERIC, rxByteRate "
                 "NUMERIC, rxPackets INTEGER, rxBytes INTEGER, rxErrors INTEGER, rxDropped INTEGER, txPacketRate "
                 "NUMERIC, txByteRate NUMERIC, txPackets INTEGER, txBytes INTEGER, txErrors INTEGER, txDropped "
                 "INTEGER, funcId INTEGER"},
        {"HBM", "deviceId INTEGER, timestampNs INTEGER, bandwidth NUMERIC, hbmId INTEGER, type INTEGER"},
        {"DDR", "deviceId INTEGER, timestampNs INTEGER, read NUMERIC, write NUMERIC"},
        {"LLC", "deviceId INTEGER, llcId INTEGER, timestampNs INTEGER, hitRate REAL, throughput INTEGER, mode "
                "INTEGER"},
        {"TASK_PMU_INFO", "globalTaskId INTEGER, name INTEGER, value NUMERIC"},
        {"SAMPLE_PMU_TIMELINE",
         "deviceId INTEGER, timestampNs INTEGER, totalCycle INTEGER, usage NUMERIC, freq NUMERIC, coreId "
         "INTEGER, coreType INTEGER"},
        {"SAMPLE_PMU_SUMMARY", "deviceId INTEGER, metric INTEGER, value NUMERIC, coreId INTEGER, coreType INTEGER"},
        {"PCIE", "deviceId INTEGER, timestampNs INTEGER, txPostMin NUMERIC, txPostMax NUMERIC, txPostAvg NUMERIC, "
                 "txNonpostMin NUMERIC, txNonpostMax NUMERIC, txNonpostAvg NUMERIC, txCplMin NUMERIC, txCplMax "
                 "NUMERIC, txCplAvg NUMERIC, txNonpostLatencyMin NUMERIC, txNonpostLatencyMax NUMERIC, "
                 "txNonpostLatencyAvg NUMERIC, rxPostMin NUMERIC, rxPostMax NUMERIC, rxPostAvg NUMERIC, "
                 "rxNonpostMin NUMERIC, rxNonpostMax NUMERIC, rxNonpostAvg NUMERIC, rxCplMin NUMERIC, rxCplMax "
                 "NUMERIC, rxCplAvg NUMERIC"},
        {"HCCS", "deviceId INTEGER, timestampNs INTEGER, txThroughput NUMERIC, rxThroughput NUMERIC"},
        {"NETDEV_STATS", "deviceId INTEGER, timestampNs INTEGER, macTxPfcPkt INTEGER, macRxPfcPkt INTEGER, macTxByte "
                         "INTEGER, macTxBandwidth NUMERIC, macRxByte INTEGER, macRxBandwidth NUMERIC, macTxBadByte "
                         "INTEGER, macRxBadByte INTEGER, roceTxPkt INTEGER, roceRxPkt INTEGER, roceTxErrPkt INTEGER, "
                         "roceRxErrPkt INTEGER, roceTxCnpPkt INTEGER, roceRxCnpPkt INTEGER, roceNewPktRty INTEGER, "
                         "nicTxByte INTEGER, nicTxBandwidth NUMERIC, nicRxByte INTEGER, nicRxBandwidth NUMERIC"},
        {"ACC_PMU", "accId INTEGER, readBwLevel INTEGER, writeBwLevel INTEGER, readOstLevel INTEGER, writeOstLevel "
                    "INTEGER, timestampNs NUMERIC, deviceId INTEGER"},
        {"SOC_BANDWIDTH_LEVEL", "l2BufferBwLevel INTEGER, mataBwLevel INTEGER, timestampNs NUMERIC, deviceId INTEGER"},
        {"META_DATA", "name TEXT, value TEXT"},
        {"AICORE_FREQ", "deviceId INTEGER, timestampNs NUMERIC, freq INTEGER, dieId NUMERIC"},
        {"MSTX_EVENTS", "startNs INTEGER, endNs INTEGER, eventType INTEGER, rangeId INTEGER, category INTEGER, message "
                        "INTEGER, globalTid INTEGER, endGlobalTid INTEGER, domainId INTEGER, connectionId INTEGER"},
        {"MEMCPY_INFO", "globalTaskId NUMERIC, size NUMERIC, memcpyOperation NUMERIC"},
        {"CPU_USAGE", "timestampNs NUMERIC, cpuId NUMERIC, usage NUMERIC"},
        {"HOST_MEM_USAGE", "timestampNs NUMERIC, usage NUMERIC"},
        {"HOST_DISK_USAGE", "timestampNs NUMERIC, readRate NUMERIC, writeRate NUMERIC, usage NUMERIC"},
        {"HOST_NETWORK_USAGE", "timestampNs NUMERIC, usage NUMERIC, speed NUMERIC"},
        {"OSRT_API", "name NUMERIC, globalTid NUMERIC, startNs NUMERIC, endNs NUMERIC"},
        {"OVERLAP_ANALYSIS", "id INTEGER PRIMARY KEY, deviceId INTEGER, startNs NUMERIC, endNs NUMERIC, type INTEGER"},
        {"QOS", "deviceId INTEGER, eventName NUMERIC, bandwidth NUMERIC, timestampNs NUMERIC, dieId NUMERIC"},
        {"DPU_TASK", "dpuDeviceId INTEGER, globalTid NUMERIC, startNs NUMERIC, endNs NUMERIC, globalTaskId NUMERIC, "
                     "streamId NUMERIC, taskId NUMERIC, opName NUMERIC, args NUMERIC"},
        {"UB", "deviceId NUMERIC, portId NUMERIC, timestampNs NUMERIC, rxUdmaBind NUMERIC, txUdmaBind NUMERIC"},
        {"SIO", "deviceId NUMERIC, name NUMERIC, timestampNs NUMERIC, rxReq NUMERIC, rxRsp NUMERIC, rxSnp "
                "NUMERIC, rxDat NUMERIC, txReq NUMERIC, txRsp NUMERIC, txSnp NUMERIC, txDat NUMERIC"},
        {"CCU", "deviceId NUMERIC, globalTaskId NUMERIC, name NUMERIC, startNs NUMERIC, endNs NUMERIC, args "
                "NUMERIC"},
        {"ENUM_API_TYPE", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_MODULE", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_HCCL_DATA_TYPE", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_HCCL_LINK_TYPE", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_HCCL_TRANSPORT_TYPE", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_HCCL_RDMA_TYPE", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_MSTX_EVENT_TYPE", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_MEMCPY_OPERATION", "id INTEGER PRIMARY KEY, name TEXT"},
        {"ENUM_OVERLAP_ANALYSIS_TYPE", "id INTEGER PRIMARY KEY, name TEXT"},
    };
    return all;
}

const std::vector<SchemaTable> &analyzerTables() {
    static const std::vector<SchemaTable> all{
        {"CommAnalyzerBandwidth",
         "hccl_op_name TEXT, group_name TEXT, transport_type TEXT, transit_size NUMERIC, transit_time NUMERIC, "
         "bandwidth "
         "NUMERIC, large_packet_ratio NUMERIC, package_size NUMERIC, count NUMERIC, total_duration NUMERIC, step TEXT, "
         "type TEXT"},
        {"CommAnalyzerMatrix",
         "hccl_op_name TEXT, group_name TEXT, src_rank TEXT, dst_rank TEXT, transport_type TEXT, transit_size NUMERIC, "
         "transit_time NUMERIC, bandwidth NUMERIC"},
        {"CommAnalyzerTime",
         "hccl_op_name TEXT, group_name TEXT, start_timestamp NUMERIC, elapse_time NUMERIC, transit_time NUMERIC, "
         "wait_time NUMERIC, synchronization_time NUMERIC, idle_time NUMERIC, step TEXT, type TEXT"},
        {"StepTraceTime",
         "deviceId INTEGER, step TEXT, computing NUMERIC, communication_not_overlapped NUMERIC, overlapped NUMERIC, "
         "communication NUMERIC, free NUMERIC, stage NUMERIC, bubble NUMERIC, "
         "communication_not_overlapped_and_exclude_receive NUMERIC, preparing NUMERIC"},
    };
    return all;
}

const std::vector<SchemaEnum> &schemaEnums() {
    static const std::vector<SchemaEnum> all{
        {"ENUM_API_TYPE",
         {{5000, "runtime"},
          {5500, "communication"},
          {10000, "node"},
          {15000, "model"},
          {20000, "acl"},
          {50001, "op"},
          {50002, "queue"},
          {50003, "trace"},
          {50004, "mstx"}}},
        {"ENUM_MODULE", {{0, "SLOG"},         {1, "IDEDD"},
                         {2, "IDEDH"},        {3, "HCCL"},
                         {4, "FMK"},          {5, "HIAIENGINE"},
                         {6, "DVPP"},         {7, "RUNTIME"},
                         {8, "CCE"},          {9, "HDC"},
                         {10, "DRV"},         {11, "MDCFUSION"},
                         {12, "MDCLOCATION"}, {13, "MDCPERCEPTION"},
                         {14, "MDCFSM"},      {15, "MDCCOMMON"},
                         {16, "MDCMONITOR"},  {17, "MDCBSWP"},
                         {18, "MDCDEFAULT"},  {19, "MDCSC"},
                         {20, "MDCPNC"},      {21, "MLL"},
                         {22, "DEVMM"},       {23, "KERNEL"},
                         {24, "LIBMEDIA"},    {25, "CCECPU"},
                         {26, "ASCENDDK"},    {27, "ROS"},
                         {28, "HCCP"},        {29, "ROCE"},
                         {30, "TEFUSION"},    {31, "PROFILING"},
                         {32, "DP"},          {33, "APP"},
                         {34, "TS"},          {35, "TSDUMP"},
                         {36, "AICPU"},       {37, "LP"},
                         {38, "TDT"},         {39, "FE"},
                         {40, "MD"},          {41, "MB"},
                         {42, "ME"},          {43, "IMU"},
                         {44, "IMP"},         {45, "GE"},
                         {46, "MDCFUSA"},     {47, "CAMERA"},
                         {48, "ASCENDCL"},    {49, "TEEOS"},
                         {50, "ISP"},         {51, "SIS"},
                         {52, "HSM"},         {53, "DSS"},
                         {54, "PROCMGR"},     {55, "BBOX"},
                         {56, "AIVECTOR"},    {57, "TBE"},
                         {58, "FV"},          {59, "MDCMAP"},
                         {60, "TUNE"},        {61, "HSS"},
                         {62, "FFTS"},        {63, "OP"},
                         {64, "UDF"},         {65, "HICAID"},
                         {66, "TSYNC"},       {67, "AUDIO"},
                         {68, "TPRT"},        {69, "ASCENDCKERNEL"},
                         {70, "ASYS"},        {71, "ATRACE"},
                         {72, "RTC"},         {73, "SYSMONITOR"},
                         {74, "AMP"},         {75, "ADETECT"},
                         {76, "MBUFF"},       {77, "CUSTOM"}}},
        {"ENUM_HCCL_DATA_TYPE",
         {{0, "INT8"},
          {1, "INT16"},
          {2, "INT32"},
          {3, "FP16"},
          {4, "FP32"},
          {5, "INT64"},
          {6, "UINT64"},
          {7, "UINT8"},
          {8, "UINT16"},
          {9, "UINT32"},
          {10, "FP64"},
          {11, "BFP16"},
          {12, "INT128"},
          {65534, "N/A"},
          {65535, "INVALID_TYPE"}}},
        {"ENUM_HCCL_LINK_TYPE",
         {{0, "ON_CHIP"},
          {1, "HCCS"},
          {2, "PCIE"},
          {3, "ROCE"},
          {4, "SIO"},
          {5, "HCCS_SW"},
          {6, "STANDARD_ROCE"},
          {7, "RESERVED"},
          {65534, "N/A"},
          {65535, "INVALID_TYPE"}}},
        {"ENUM_HCCL_TRANSPORT_TYPE", {{0, "SDMA"}, {1, "RDMA"}, {2, "LOCAL"}, {65534, "N/A"}, {65535, "INVALID_TYPE"}}},
        {"ENUM_HCCL_RDMA_TYPE",
         {{0, "RDMA_SEND_NOTIFY"},
          {1, "RDMA_SEND_PAYLOAD"},
          {2, "RDMA_PAYLOAD_PREPARE"},
          {3, "RDMA_PAYLOAD_CHECK"},
          {4, "RDMA_PAYLOAD_ACK"},
          {5, "RDMA_SEND_OP"},
          {65534, "N/A"},
          {65535, "INVALID_TYPE"}}},
        {"ENUM_MSTX_EVENT_TYPE", {{0, "marker"}, {1, "push/pop"}, {2, "start/end"}, {3, "marker_ex"}}},
        {"ENUM_MEMCPY_OPERATION",
         {{0, "host to host"},
          {1, "host to device"},
          {2, "device to host"},
          {3, "device to device"},
          {4, "managed memory"},
          {5, "addr device to device"},
          {6, "host to device ex"},
          {7, "device to host ex"},
          {65535, "other"}}},
        {"ENUM_OVERLAP_ANALYSIS_TYPE",
         {{0, "COMPUTE"}, {1, "COMMUNICATION"}, {2, "COMM_NOT_OVERLAP_COMP"}, {3, "FREE"}, {65535, "RESERVE"}}},
    };
    return all;
}

int enumValue(const char *table, const std::string &name) {
    for (const SchemaEnum &each : schemaEnums()) {
        if (std::strcmp(each.table, table) != 0) continue;
        for (const auto &[value, text] : each.values)
            if (name == text) return value;
    }
    return -1;
}

} // namespace jitscope::inline ascend
