// SPDX-License-Identifier: Apache-2.0
// Writes the folder of one rank of two as MindSpore's profiler does: trace_view.json, kernel_details.csv,
// profiler_info, profiler_metadata.
// Times are in microseconds from an arbitrary day.
#pragma once

#include "engine/base/file.h"
#include "engine/base/text.h"

#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

namespace jitscope::testing {

class ProfilerFolder {
public:
    ProfilerFolder(std::string parent, int rank)
        : m_folder(std::move(parent) + format("/host_%d_20260101000000000_ascend_ms", 4000 + rank))
        , m_rank(rank) {
        process(1, "MindSpore", "CPU");
        process(cann(), "CANN", "CPU");
        process(hardware(), "Ascend Hardware", "NPU");
        process(communication(), "Communication", "NPU");
        thread(1, 7, "Thread 7");
        thread(cann(), 7, "Thread 7");
        thread(hardware(), 2, "Stream 2");
        thread(communication(), 0, "Group 0 Communication");
    }

    void op(const std::string &name, double start, double duration) { host(1, name, start, duration, ""); }
    void python(const std::string &name, double start, double duration) {
        host(1, name, start, duration, "python_function");
    }
    void call(const std::string &name, double start, double duration) { host(cann(), name, start, duration, ""); }
    /** A kernel, the operator that it comes from and the launch in it. */
    void kernel(const std::string &op, const std::string &name, const std::string &type, double opStart,
                double opDuration, double start, double duration) {
        this->op(op, opStart, opDuration);
        const double launch = opStart + opDuration - 4;
        call("Node@launch", launch, 3);
        slice(hardware(), 2, name, start, duration,
              format("\"Task Type\": \"AI_CORE\", \"Task Id\": %d, \"connection_id\": %d", m_connection, m_connection));
        const std::string id = std::to_string(int64_t(m_connection) << 32);
        flow("HostToDevice" + id, id, "HostToDevice", cann(), 7, launch, hardware(), 2, start);
        flow("mindspore_to_npu", stamp(start), "async_npu", 1, 7, opStart, hardware(), 2, start);
        ++m_connection;
        m_kernels +=
            format("1,4294967295,%d,2,%s,%s,dynamic,AI_CORE,%s\t,%.3f,0,20,0,NO,\"\"\"64,64;64,64\"\"\",FLOAT16,ND,"
                   "\"\"\"64,64\"\"\",FLOAT16,ND,N/A\n",
                   m_connection, name.c_str(), type.c_str(), stamp(start).c_str(), duration);
    }
    void collective(const std::string &name, double start, double duration) {
        slice(communication(), 0, name, start, duration, "\"alg_type\": \"RING\", \"data_type\": \"FP32\"");
    }

    /** The folder; "" if it could not be written. */
    std::string write() const {
        const std::string output = m_folder + "/ASCEND_PROFILER_OUTPUT";
        std::filesystem::create_directories(output);
        const std::string heads =
            "Step ID,Model ID,Task ID,Stream ID,Name,Type,OP State,Accelerator Core,Start Time(us),Duration(us),Wait "
            "Time(us),Block Dim,Mix Block Dim,HF32 Eligible,Input Shapes,Input Data Types,Input Formats,Output "
            "Shapes,Output Data Types,Output Formats,Context ID\n";
        const bool written =
            writeFile(output + "/trace_view.json", "[" + join(m_events, ", ") + "]").ok() &&
            writeFile(output + "/kernel_details.csv", heads + m_kernels).ok() &&
            writeFile(m_folder + format("/profiler_info_%d.json", m_rank), format("{\"rank_id\": %d}", m_rank)).ok() &&
            writeFile(m_folder + "/profiler_metadata.json",
                      "{\"parallel_group_info\": {\"77\": {\"group_name\": \"hccl_world_group\", \"group_rank\": " +
                          std::to_string(m_rank) + ", \"global_ranks\": [0, 1]}}}")
                .ok();
        return written ? m_folder : std::string();
    }

private:
    int64_t pid(int sortIndex, int device) const { return (int64_t(4000 + m_rank) << 10) | (sortIndex << 5) | device; }
    int64_t cann() const { return pid(7, 31); }
    int64_t hardware() const { return pid(14, m_rank); }
    int64_t communication() const { return pid(16, m_rank); }

    static std::string stamp(double us) {
        const int64_t ns = int64_t(std::llround(us * 1000)) + int64_t(1767225600) * 1'000'000'000;
        return format("%lld.%03lld", (long long)(ns / 1000), (long long)(ns % 1000));
    }
    void process(int64_t pid, const char *name, const char *label) {
        const std::string device = *label == 'N' ? format("NPU %d", m_rank) : label;
        m_events.push_back(format("{\"ph\": \"M\", \"name\": \"process_name\", \"pid\": %lld, \"tid\": 0, \"args\": "
                                  "{\"name\": \"%s\"}}",
                                  (long long)pid, name));
        m_events.push_back(format("{\"ph\": \"M\", \"name\": \"process_labels\", \"pid\": %lld, \"tid\": 0, \"args\": "
                                  "{\"labels\": \"%s\"}}",
                                  (long long)pid, device.c_str()));
    }
    void thread(int64_t pid, int tid, const char *name) {
        m_events.push_back(format("{\"ph\": \"M\", \"name\": \"thread_name\", \"pid\": %lld, \"tid\": %d, \"args\": "
                                  "{\"name\": \"%s\"}}",
                                  (long long)pid, tid, name));
    }
    void host(int64_t pid, const std::string &name, double start, double duration, const char *category) {
        m_events.push_back(format("{\"ph\": \"X\", \"name\": %s, \"pid\": %lld, \"tid\": 7, \"ts\": \"%s\", \"dur\": "
                                  "\"%.3f\", \"cat\": \"%s\", \"args\": {}}",
                                  jsonQuoted(name).c_str(), (long long)pid, stamp(start).c_str(), duration, category));
    }
    void slice(int64_t pid, int tid, const std::string &name, double start, double duration, const std::string &args) {
        m_events.push_back(
            format("{\"name\": %s, \"pid\": %lld, \"tid\": %d, \"ts\": \"%s\", \"dur\": %.3f, \"args\": {",
                   jsonQuoted(name).c_str(), (long long)pid, tid, stamp(start).c_str(), duration) +
            args + "}, \"ph\": \"X\"}");
    }
    void flow(const std::string &name, const std::string &id, const char *category, int64_t fromPid, int fromTid,
              double from, int64_t toPid, int toTid, double to) {
        const auto end = [&](const char *phase, int64_t pid, int tid, double at) {
            m_events.push_back(
                format("{\"name\": \"%s\", \"bp\": \"e\", \"ph\": \"%s\", \"ts\": \"%s\", \"pid\": %lld, "
                       "\"tid\": %d, \"id\": \"%s\", \"cat\": \"%s\"}",
                       name.c_str(), phase, stamp(at).c_str(), (long long)pid, tid, id.c_str(), category));
        };
        end("s", fromPid, fromTid, from);
        end("f", toPid, toTid, to);
    }

    std::string m_folder;
    int m_rank;
    int m_connection = 1;
    std::vector<std::string> m_events;
    std::string m_kernels;
};

} // namespace jitscope::testing
