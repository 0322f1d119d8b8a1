// SPDX-License-Identifier: Apache-2.0
// Names, numbers and writes the files of a dump directory.
#include "engine/session/graphdump.h"

#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/session/compilation.h"
#include "engine/session/irdump.h"

#include <algorithm>
#include <filesystem>
#include <span>

namespace jitscope::inline session {

namespace {

using Records = std::span<const PassRecord>;

/** What runs of one stage in a row. */
std::vector<Records> stagesOf(const std::vector<PassRecord> &passes) {
    std::vector<Records> stages;
    for (size_t begin = 0, end = 0; begin < passes.size(); begin = end) {
        const auto isTogether = [&](const PassRecord &pass) {
            const bool isNamed = !pass.stage.empty() || pass.phase == PassPhase::HardwareOptimization;
            return pass.phase == passes[begin].phase && pass.stage == passes[begin].stage && isNamed;
        };
        for (end = begin + 1; end < passes.size() && isTogether(passes[end]);)
            ++end;
        stages.push_back(Records(passes).subspan(begin, end - begin));
    }
    return stages;
}

const std::string &nameOf(Records stage) {
    return stage.front().stage.empty() ? stage.front().name : stage.front().stage;
}

class Files {
public:
    Files(const Compilation &compilation, int graph)
        : m_compilation(compilation)
        , m_graph(graph) {}

    std::vector<GraphDumpFile> run() {
        stage("type_inference", m_compilation.captured);
        Module last = m_compilation.captured;
        bool isBackEnd = false;
        for (const Records &records : stagesOf(m_compilation.passes)) {
            const bool isBehind = records.front().phase != PassPhase::FrontEnd;
            if (isBehind && !isBackEnd) stage("validate", last);
            isBackEnd = isBackEnd || isBehind;
            add(records);
            last = records.back().after;
        }
        if (!isBackEnd) stage("validate", last);
        const Module &final = m_compilation.final.graphs.empty() ? last : m_compilation.final;
        m_files.push_back({format("graph_build_%d", m_graph), final});
        m_files.push_back({"trace_code_graph", final, 1, ""});
        stage("execute", final);
        return std::move(m_files);
    }

private:
    /** A numbered stage. */
    void stage(const std::string &name, const Module &module) { step(format("%02d_", m_number++) + name, module, 1); }

    /** A file of that level, at level 3 with a picture. */
    void step(const std::string &name, const Module &module, int level) {
        m_files.push_back({name, module, level});
        m_files.push_back({name, module, 3, ".dot"});
    }

    void add(Records records) {
        switch (records.front().phase) {
        case PassPhase::FrontEnd:
            return addFrontEnd(records);
        case PassPhase::HardwareOptimization:
            return addHardware(records);
        case PassPhase::GraphKernel:
            return addGraphKernels(records);
        }
    }

    void addFrontEnd(Records records) {
        int number = 0;
        for (const PassRecord &pass : records) {
            const std::string name = format("%d_", number++) + pass.name;
            if (pass.cycle > 0)
                step("opt_substep_" + pass.stage + format("_r%d_", pass.cycle) + name, pass.after, 3);
            else if (records.size() > 1)
                step("opt_pass_" + name, pass.after, 1);
        }
        stage(nameOf(records), records.back().after);
    }

    void addHardware(Records records) {
        std::string manager = records.front().stage.empty() ? "d" : records.front().stage;
        const std::string verbose = manager;
        if (manager.ends_with("_pm")) manager.resize(manager.size() - 3);
        m_files.push_back({"hwopt_" + manager + format("_before_graph_%d", m_graph), records.front().before});
        int number = 0;
        for (const PassRecord &pass : records) {
            const char *kind = pass.name.find("fusion") == std::string::npos ? "hwopt_" : "hwopt_fusion_";
            m_files.push_back({std::string("verbose_ir_files/") + kind + verbose + format("_%d_", number++) + pass.name,
                               pass.after, 2});
        }
        m_files.push_back({"hwopt_" + manager + format("_after_graph_%d", m_graph), records.back().after});
    }

    void addGraphKernels(Records records) {
        const std::string stage = records.front().stage.empty() ? "stage0_" + records.front().name : nameOf(records);
        m_files.push_back({"hwopt_" + stage + format("_before_graph_%d", m_graph), records.front().before});
        int number = 0;
        for (const PassRecord &pass : records)
            m_files.push_back({"verbose_ir_files/graph_kernel/" + format("%04d_", m_kernelPass++) + stage +
                                   format("_%d_", number++) + pass.name,
                               pass.after, 2});
        m_files.push_back({"hwopt_" + stage + format("_after_graph_%d", m_graph), records.back().after});
    }

    const Compilation &m_compilation;
    int m_graph = 0, m_number = 0, m_kernelPass = 0;
    std::vector<GraphDumpFile> m_files;
};

bool isAsked(const GraphDumpFile &file, const GraphDumpOptions &options) {
    if (options.only.empty()) return file.level <= options.level;
    return std::ranges::any_of(options.only,
                               [&](const std::string &part) { return file.name.find(part) != std::string::npos; });
}

std::string textOf(const GraphDumpFile &file, const GraphDumpOptions &options) {
    if (file.extension == ".dot") return dotText(file.module);
    PrintOptions print;
    print.detail = file.extension.empty() ? PrintOptions::Detail::NoSource : options.detail;
    return printModule(file.module, print);
}

Result<void> writeReadOnly(const std::string &path, const std::string &text) {
    namespace fs = std::filesystem;
    std::error_code failed;
    fs::create_directories(fs::path(path).parent_path(), failed);
    if (failed) return Error{path + ": its folder cannot be made: " + failed.message()};
    fs::remove(path, failed); // what is there may be read-only
    if (auto written = writeFile(path, text); !written) return written;
    fs::permissions(path, fs::perms::owner_read, failed);
    return {};
}

std::string quoted(const std::string &text) {
    std::string result = "\"";
    for (const char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        result += c;
    }
    return result + "\"";
}

std::string labelOf(const Node &node) {
    if (node.isParameter()) return node.name;
    if (node.isConstant()) return "constant";
    return node.op.empty() ? "call @" + node.callee : node.op;
}

std::string edgesOf(const Node &node) {
    std::string text;
    for (const NodePtr &input : node.inputs)
        if (!input->isConstant())
            text += format("  n%lld -> n%lld\n", (long long)(input->id.value), (long long)(node.id.value));
    return text;
}

} // namespace

std::vector<GraphDumpFile> graphDumpFiles(const Compilation &compilation, int graph) {
    return Files(compilation, graph).run();
}

Result<std::vector<std::string>> writeGraphDump(const Compilation &compilation, const std::string &folder,
                                                const GraphDumpOptions &options) {
    std::vector<std::string> paths;
    int counter = nextDumpCounter(folder);
    for (const GraphDumpFile &file : graphDumpFiles(compilation, options.graph)) {
        // Those of a higher level are not looked at; all others take a number, written or not.
        if (options.only.empty() && file.level > options.level) continue;
        const int number = counter++;
        if (!isAsked(file, options) || number % std::max(options.interval, 1) != 0) continue;
        const std::string path = folder + "/" + file.name + format("_%04d", number) + file.extension;
        if (const auto written = writeReadOnly(path, textOf(file, options)); !written) return written.error();
        paths.push_back(path);
    }
    return paths;
}

std::string dotText(const Module &module) {
    std::string text = "digraph mindspore {\ncompound=true\n";
    int number = 0;
    for (const GraphPtr &graph : module.graphs) {
        text += format("subgraph cluster_%d {\n  label=", number++) + quoted(graph->name) + "\n";
        const auto box = [&](const NodePtr &node, const char *shape) {
            text += format("  n%lld [shape=%s, label=", (long long)(node->id.value), shape) + quoted(labelOf(*node)) +
                    "]\n";
        };
        for (const NodePtr &parameter : graph->parameters)
            box(parameter, "octagon");
        for (const NodePtr &node : graph->nodes)
            box(node, "box");
        for (const NodePtr &node : graph->nodes)
            text += edgesOf(*node);
        text += "}\n";
    }
    return text + "}\n";
}

} // namespace jitscope::inline session
