// SPDX-License-Identifier: Apache-2.0
// What every source of the tree must have: the pinned format, a licence line, a sentence, no path of some machine.
#include "tests/support/testing.h"

#include <QObject>
#include <QProcess>
#include <QStandardPaths>

#include <filesystem>
#include <map>
#include <regex>

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

} // namespace

class StyleTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everySourceIsFormatted() {
        const QString tool = QStandardPaths::findExecutable("clang-format-14");
        if (tool.isEmpty()) QSKIP("clang-format-14 is not installed");
        QStringList arguments = {"--dry-run", "--Werror", "--style=file"};
        for (const std::string &file : sources({".h", ".cpp"}))
            arguments += QString::fromStdString(file);
        QProcess process;
        process.setWorkingDirectory(JITSCOPE_SOURCE_DIR);
        process.start(tool, arguments);
        QVERIFY(process.waitForFinished(120000));
        QVERIFY2(process.exitCode() == 0, process.readAllStandardError().left(3000).constData());
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

    void noTypeNameIsDeclaredInTwoHeaders() {
        // Two types of one name in one program: the linker takes the functions of either for both, without a word.
        static const std::regex type("^(?:struct|class|enum class) (\\w+)(?: final)?(?: :[^:][^;]*(?:\\{.*)?| \\{.*)$");
        std::map<std::string, std::string> places;
        std::string faults;
        for (const std::string &file : sources({".h"}))
            for (const std::string &line : split(testing::readText(file), '\n')) {
                std::smatch match;
                if (!std::regex_match(line, match, type)) continue;
                const auto [place, isNew] = places.emplace(match[1], file);
                if (!isNew && place->second != file)
                    faults += match[1].str() + ": in " + place->second + " and " + file + "\n";
            }
        QVERIFY2(faults.empty(), faults.c_str());
        QVERIFY(places.size() > 100);
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
