// SPDX-License-Identifier: Apache-2.0
// What every source of the tree must have: the pinned format, a licence line, a sentence, its folder's namespace.
#include "engine/ops/opdef.h"
#include "tests/support/testing.h"

#include <QObject>
#include <QProcess>
#include <QStandardPaths>

#include <filesystem>
#include <regex>
#include <set>

using namespace jitscope;

namespace {

std::vector<std::string> sources(const std::vector<std::string> &extensions) {
    std::vector<std::string> all;
    for (const char *top : {"engine", "app", "plugins", "tests"})
        for (const auto &entry :
             std::filesystem::recursive_directory_iterator(std::filesystem::path(JITSCOPE_SOURCE_DIR) / top)) {
            const std::string extension = entry.path().extension().string();
            if (!entry.is_regular_file()) continue;
            if (std::find(extensions.begin(), extensions.end(), extension) != extensions.end())
                all.push_back(entry.path().string());
        }
    std::sort(all.begin(), all.end());
    return all;
}

/** The namespace of the folder that `file` lies in; empty for tests. */
std::string namespaceOf(const std::string &file) {
    const auto parts = split(file.substr(sizeof JITSCOPE_SOURCE_DIR), '/');
    if (parts.size() < 3 || parts[0] == "tests") return {};
    if (parts[0] == "app" && parts[1] == "panels") return parts.size() > 3 ? parts[2] + "panel" : "";
    return parts[1];
}

bool isForwardDeclaration(const std::string &line, const std::string &next) {
    static const std::regex type("^(?:template ?<.*> ?)?(?:struct|class|enum class) .*;.*$");
    return std::regex_match(line, type) || (line.starts_with("inline namespace ") && std::regex_match(next, type));
}

/** Whether a line (or two) opens the inline namespace `own`. lupdate reads app and plugins and does not know C++20's
    short form. */
bool names(const std::string &opening, const std::string &own) {
    return std::regex_match(opening, std::regex("^namespace jitscope::inline " + own + "(::\\w+)* \\{$")) ||
           std::regex_match(opening, std::regex("^namespace jitscope \\{ inline namespace " + own + " \\{$"));
}

} // namespace

class StyleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySourceIsFormatted() {
        const QString tool = QStandardPaths::findExecutable("clang-format-14");
        if (tool.isEmpty()) QSKIP("clang-format-14 is not installed");
        QStringList arguments = {"--style=file"};
        for (const std::string &file : sources({".h", ".cpp"}))
            arguments += QString::fromStdString(file);
        QProcess process;
        process.setWorkingDirectory(JITSCOPE_SOURCE_DIR);
        process.start(tool, arguments);
        QVERIFY(process.waitForFinished(120000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().left(3000).constData());
        // Texts are compared, one behind the other: its --dry-run complains of `namespace a::inline b` that it keeps.
        const std::string formatted = process.readAllStandardOutput().toStdString();
        size_t at = 0;
        for (const std::string &file : sources({".h", ".cpp"})) {
            const std::string text = testing::readText(file);
            QVERIFY2(formatted.compare(at, text.size(), text) == 0, (file + " is not formatted").c_str());
            at += text.size();
        }
        QCOMPARE(at, formatted.size());
    }

    void everySourceNamesItsLicence() {
        std::string faults;
        for (const std::string &file : sources({".h", ".cpp"})) {
            const std::string first = split(testing::readText(file), '\n').front();
            const bool isApp =
                file.find(JITSCOPE_SOURCE_DIR "/app/") == 0 && file.find("/app/graphview/worker/") == std::string::npos;
            const std::string wanted =
                std::string("// SPDX-License-Identifier: ") + (isApp ? "GPL-3.0-or-later" : "Apache-2.0");
            if (first != wanted) faults += file + ": the first line must be: " + wanted + "\n";
        }
        QVERIFY2(faults.empty(), faults.c_str());
    }

    void everySourceBringsWhatMocMakesOfItsHeader() {
        // Else it is a source of its own, which takes a second for each folder and is found by an error of the linker.
        static const std::regex object("\\n +(Q_OBJECT|Q_GADGET|Q_NAMESPACE)\\b");
        std::string faults;
        size_t checked = 0;
        for (const std::string &file : sources({".cpp"})) {
            const std::filesystem::path source(file), header = std::filesystem::path(source).replace_extension(".h");
            if (file.find(JITSCOPE_SOURCE_DIR "/app/") != 0 || !std::filesystem::exists(header)) continue;
            if (!std::regex_search(testing::readText(header.string()), object)) continue;
            ++checked;
            const std::string made = "#include \"moc_" + source.filename().string() + "\"";
            if (testing::readText(file).find(made) == std::string::npos)
                faults += file + ": its last line must be " + made + "\n";
        }
        QVERIFY2(faults.empty(), faults.c_str());
        QVERIFY(checked > 100);
    }

    void everyFolderHasANamespaceOfItsOwn() {
        // The linker takes the functions of either of two types of one name for both, without a word.
        static const std::regex opening("^namespace jitscope\\b.*\\{$");
        std::string faults;
        size_t checked = 0;
        for (const std::string &file : sources({".h", ".cpp"})) {
            const std::string own = namespaceOf(file);
            if (own.empty()) continue;
            const auto lines = split(testing::readText(file), '\n');
            for (size_t i = 0; i < lines.size(); ++i) {
                if (!std::regex_match(lines[i], opening)) continue;
                const bool isForward = i + 2 < lines.size() && isForwardDeclaration(lines[i + 1], lines[i + 2]);
                if (isForward) continue;
                ++checked;
                if (!names(lines[i], own) && !names(lines[i] + " " + lines[i + 1], own))
                    faults += file + ": " + lines[i] + " is not of " + own + "\n";
            }
        }
        QVERIFY2(faults.empty(), faults.c_str());
        QVERIFY(checked > 1000);
    }

    void operatorsAreComparedByIdentity() {
        static const std::regex comparison("isCallOf\\(\"|(->|\\.)op\\.text\\(\\) [!=]= \"");
        std::string faults;
        for (const std::string &file : sources({".h", ".cpp"}))
            for (const std::string &line : split(testing::readText(file), '\n'))
                if (file.find("tst_style") == std::string::npos && std::regex_search(line, comparison))
                    faults += file + ": " + line + "\n";
        QVERIFY2(faults.empty(), faults.c_str());
    }

    void everyNamedOperatorExists() {
        // Primitives of the IR that no record describes.
        static const std::set<std::string> ofTheIr = {"Return",    "Switch",   "UpdateState",  "PyExecute",
                                                      "MakeTuple", "MakeList", "TupleGetItem", "ListGetItem",
                                                      "Depend",    "Load"};
        static const std::regex entry("^inline const OpName (\\w+)\\{\"(\\w+)\"\\};$");
        std::string faults;
        size_t count = 0;
        for (const std::string &line : split(testing::readText(JITSCOPE_SOURCE_DIR "/engine/ops/opname.h"), '\n')) {
            std::smatch match;
            if (!std::regex_match(line, match, entry)) continue;
            ++count;
            if (match[1] != match[2]) faults += line + ": two names\n";
            if (!findOp(match[2].str()) && !ofTheIr.contains(match[2])) faults += line + ": no such operator\n";
        }
        QVERIFY2(faults.empty(), faults.c_str());
        QVERIFY(count > 30);
    }

    /** Text from outside is shown as it stands (app/sdk/plaintext.h): what reads tags in a text is one of these, whose
        texts are the program's own. */
    void onlyTheProgramsOwnTextsAreRead() {
        static const std::set<std::string> known = {"app/guide/guidebrowser.cpp", "app/shell/start/startpage.cpp",
                                                    "app/shell/tour/tourcard.cpp"};
        static const std::regex reads(
            "setHtml|insertHtml|appendHtml|setMarkdown|MarkdownText|RichText\\b(?!\\()|QStaticText|"
            "QErrorMessage|QGraphicsTextItem|\\bQTextEdit\\b|QtCharts|QChart\\b|QSplashScreen");
        std::string faults;
        std::set<std::string> met;
        for (const std::string &path : sources({".h", ".cpp"})) {
            const std::string file = path.substr(sizeof JITSCOPE_SOURCE_DIR);
            if (!file.starts_with("app/") && !file.starts_with("plugins/")) continue;
            for (const std::string &line : split(testing::readText(path), '\n')) {
                if (!std::regex_search(line, reads) || line.starts_with("QPlainTextEdit, QTextEdit")) continue;
                met.insert(file);
                if (!known.contains(file)) faults += file + ": " + line + "\n";
            }
        }
        QVERIFY2(faults.empty(), faults.c_str());
        QVERIFY2(met == known, "one of those that were known reads none any more");
    }

    void everyHeaderSaysWhatItIsFor() {
        std::string faults;
        for (const std::string &file : sources({".h"})) {
            const auto lines = split(testing::readText(file), '\n');
            if (lines.size() < 3 || !lines[1].starts_with("// "))
                faults += file + ": a sentence is missing in line 2\n";
        }
        QVERIFY2(faults.empty(), faults.c_str());
    }
};

QTEST_GUILESS_MAIN(StyleTest)
#include "tst_style.moc"
