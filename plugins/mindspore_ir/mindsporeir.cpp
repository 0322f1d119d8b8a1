// SPDX-License-Identifier: Apache-2.0
// The importer of MindSpore's IR dumps: one .ir file, or a directory with the stages of one or more compiles.
#include "engine/base/file.h"
#include "engine/base/text.h"
#include "engine/importing/importedprofiles.h"
#include "engine/ir/diff.h"
#include "engine/ir/irtext.h"
#include "engine/session/compilation.h"
#include "engine/session/session.h"
#include "plugins/mindspore_ir/dumpfolder.h"
#include "plugins/mindspore_ir/stagematch.h"

#include <algorithm>
#include <filesystem>

namespace jitscope {
inline namespace mindspore_ir {

namespace {

namespace fs = std::filesystem;

/** Notes of a reader that are told one by one; the rest are counted. */
constexpr size_t toldNotes = 5;

// --- what is a dump ------------------------------------------------------------------------------------------------

bool looksLikeDump(std::string_view bytes) {
    for (const std::string_view sign : {"IR entry", "subgraph attr:", "subgraph @", "%para", "----> "})
        if (bytes.find(sign) != std::string_view::npos) return true;
    return false;
}

std::vector<std::string> dumpPaths(const fs::path &folder) {
    std::vector<std::string> paths;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error))
        if (dumpFileNamed(entry->path().string()) && entry->is_regular_file(error))
            paths.push_back(entry->path().string());
    std::sort(paths.begin(), paths.end());
    return paths;
}

/** A distributed run writes a folder for each rank; all compile the same graphs, and the first stands for them. */
fs::path folderOfDumps(const fs::path &folder) {
    std::error_code error;
    if (dumpPaths(folder).empty() && fs::is_directory(folder / "rank_0", error)) return folder / "rank_0";
    return folder;
}

Confidence probe(const std::string &path, std::string_view firstBytes) {
    std::error_code error;
    if (fs::is_directory(path, error)) return dumpPaths(folderOfDumps(path)).empty() ? Confidence::No : Confidence::Yes;
    if (path.ends_with(".dot")) return Confidence::No;
    if (path.ends_with(".ir")) return looksLikeDump(firstBytes) ? Confidence::Yes : Confidence::Maybe;
    const bool isDump =
        firstBytes.find("IR entry") != std::string_view::npos || (path.ends_with(".dat") && looksLikeDump(firstBytes));
    return isDump ? Confidence::Yes : Confidence::No;
}

// --- one file ------------------------------------------------------------------------------------------------------

void tellNotes(Session &session, const ParsedModule &parsed, const std::string &path) {
    const auto tell = [&](int line, const std::string &message) {
        session.problems.push_back({Severity::Note, "import", message, {path, line, line, 0, 0, {}}});
    };
    for (size_t i = 0; i < std::min(parsed.notes.size(), toldNotes); ++i)
        tell(parsed.notes[i].line, format("%s:%d: ", path.c_str(), parsed.notes[i].line) + parsed.notes[i].message);
    if (parsed.notes.size() > toldNotes)
        tell(parsed.notes[toldNotes].line, format("%s: and %zu more", path.c_str(), parsed.notes.size() - toldNotes));
}

/** Says at which node type inference ended, and where that stands in the user's code. */
void tellFailure(Session &session, const ParsedModule &parsed, const std::string &path) {
    const NodePtr node = findNode(parsed.module, parsed.failed);
    if (!node) return;
    std::vector<std::string> types;
    for (const NodePtr &input : node->inputs)
        types.push_back(brief(input->abstract));
    const std::string what = !node->op.empty()       ? node->op
                             : !node->callee.empty() ? "call of @" + node->callee
                                                     : node->name;
    SourceSpan span{path, parsed.failedLine, parsed.failedLine, 0, 0, {}};
    if (node->spans && !node->spans->empty()) span = node->spans->front();
    session.problems.push_back({Severity::Error, "error",
                                format("%s:%d: type inference failed at ", path.c_str(), parsed.failedLine) + what +
                                    "(" + join(types, ", ") + ")",
                                span});
}

std::string keyOf(const Module &module) {
    std::vector<std::string> types;
    for (const NodePtr &parameter : module.entry()->parameters)
        if (parameter->abstract->referenceKey.empty()) types.push_back(brief(parameter->abstract));
    return join(types, ", ");
}

std::string jitLevelOf(const Module &module) {
    const Value *level = findAttribute(module.attrs, "jit_level");
    const std::string *text = level ? level->asString() : nullptr;
    return text ? *text : std::string();
}

/** A compilation that holds one module and no passes yet. */
Compilation compilationOf(const Module &module, const std::string &path) {
    Compilation compilation;
    compilation.function = plainGraphName(module.entry()->name);
    compilation.key = keyOf(module);
    compilation.reason = "read from " + path;
    compilation.spans = module.entry()->spans;
    compilation.captured = compilation.final = module;
    compilation.imported = true;
    compilation.jitLevel = jitLevelOf(module);
    return compilation;
}

void add(Session &session, Compilation compilation) {
    compilation.index = int(session.compilations.size());
    session.compilations.push_back(std::move(compilation));
}

Result<ParsedModule> parsedFile(const std::string &path) {
    const auto text = readFile(path);
    if (!text) return text.error();
    return parseModule(*text, path);
}

Result<void> addFile(Session &session, const std::string &path) {
    const auto parsed = parsedFile(path);
    if (!parsed) return parsed.error();
    add(session, compilationOf(parsed->module, path));
    tellNotes(session, *parsed, path);
    if (parsed->failed.valid()) tellFailure(session, *parsed, path);
    session.info["dump_format"] = parsed->era;
    return {};
}

// --- the stages of a compile ---------------------------------------------------------------------------------------

/** Reads stage after stage; nodes keep their ids from one to the next. */
class RunReader {
public:
    explicit RunReader(Session &session)
        : m_session(session) {}

    /** Stages that cannot be read are told and left out, as long as one can. */
    Result<void> read(const DumpRun &run) {
        std::string firstError;
        for (const DumpFile &file : run) {
            auto parsed = stageIn(file);
            if (!parsed) {
                if (firstError.empty()) firstError = parsed.error().message;
                m_session.problems.push_back({Severity::Warning, "import", parsed.error().message, {}});
                continue;
            }
            tellNotes(m_session, *parsed, file.path);
            if (!parsed->era.empty()) m_session.info["dump_format"] = parsed->era;
            addStage(file, std::move(parsed->module));
        }
        if (m_stages == 0) return Error{firstError};
        m_compilation.final = m_last;
        // The first stages know neither types nor options yet.
        m_compilation.key = keyOf(m_last);
        m_compilation.jitLevel = jitLevelOf(m_last);
        add(m_session, std::move(m_compilation));
        return {};
    }

private:
    /** Most stages change nothing: the same text is the same module, and is not read again. */
    Result<ParsedModule> stageIn(const DumpFile &file) {
        auto text = readFile(file.path);
        if (!text) return text.error();
        if (m_stages > 0 && *text == m_lastText) {
            ParsedModule unchanged;
            unchanged.module = m_last;
            return unchanged;
        }
        auto parsed = parseModule(*text, file.path);
        if (parsed) m_lastText = std::move(*text);
        return parsed;
    }

    void addStage(const DumpFile &file, Module module) {
        if (m_stages++ == 0) {
            m_ids = IdSource(lastId(module) + 1);
            m_last = std::move(module);
            m_compilation = compilationOf(m_last, file.path);
            return;
        }
        PassRecord record;
        record.index = int(m_compilation.passes.size());
        record.phase = phaseOfStage(file.stage);
        record.name = file.stage;
        record.summary = (file.isStep ? "Step" : "Stage") + std::string(" read from ") + file.path;
        record.before = m_last;
        record.after = same(module, m_last) ? m_last : withIdsOf(m_last, module, m_ids);
        const ModuleDiff diff = diffModules(record.before, record.after);
        record.changed = diff.added + diff.removed + diff.changed > 0;
        record.nodesBefore = callCount(record.before);
        record.nodesAfter = callCount(record.after);
        m_last = record.after;
        m_compilation.passes.push_back(std::move(record));
    }

    static int64_t lastId(const Module &module) {
        int64_t last = 0;
        for (const GraphPtr &graph : module.graphs) {
            for (const NodePtr &parameter : graph->parameters)
                last = std::max(last, parameter->id.value);
            for (const NodePtr &node : graph->nodes) {
                last = std::max(last, node->id.value);
                for (const NodePtr &input : node->inputs)
                    last = std::max(last, input->id.value);
            }
        }
        return last;
    }

    Session &m_session;
    Compilation m_compilation;
    IdSource m_ids;
    int m_stages = 0;
    Module m_last;
    std::string m_lastText;
};

void tellOthers(Session &session, const DumpFolder &folder) {
    if (folder.others.empty()) return;
    const std::string example = fs::path(folder.others.front().path).filename().string();
    session.problems.push_back(
        {Severity::Note,
         "import",
         format("%zu more dump files, such as %s, belong to no numbered stage; open one by itself "
                "to see it",
                folder.others.size(), example.c_str()),
         {}});
}

Result<Session> readFolder(const std::string &path) {
    const DumpFolder folder = dumpFolderOf(dumpPaths(folderOfDumps(path)));
    Session session;
    std::string firstError;
    const auto note = [&](const Result<void> &result) {
        if (!result && firstError.empty()) firstError = result.error().message;
    };
    for (const DumpRun &run : folder.runs)
        note(RunReader(session).read(run));
    for (const DumpFile &file : folder.failures)
        note(addFile(session, file.path));
    if (folder.runs.empty()) {
        for (const DumpFile &file : folder.others)
            note(addFile(session, file.path));
    } else {
        tellOthers(session, folder);
    }
    if (session.compilations.empty())
        return Error{firstError.empty() ? path + ": no .ir file in it can be read" : firstError};
    return session;
}

Result<Session> readFileAlone(const std::string &path) {
    Session session;
    if (const auto added = addFile(session, path); !added) return added.error();
    return session;
}

Result<Session> readDump(const std::string &path, const ImportOptions &) {
    std::error_code error;
    auto session = fs::is_directory(path, error) ? readFolder(path) : readFileAlone(path);
    if (!session) return session;
    return withOrigin(*std::move(session), "MindSpore IR dump", path);
}

} // namespace

} // namespace mindspore_ir
} // namespace jitscope

JITSCOPE_PLUGIN {
    static const jitscope::PluginManifest manifest = jitscope::importerPlugin(
        "Opens the .ir files and dump directories that MindSpore writes with MS_DEV_SAVE_GRAPHS",
        {
            .name = "mindspore_ir",
            .description = "MindSpore IR dumps (.ir files and directories)",
            .probe = jitscope::probe,
            .read = jitscope::readDump,
        });
    return &manifest;
}
