// SPDX-License-Identifier: Apache-2.0
// Samples and the seed scripts of the reference material do the same in a process of their own, which is how the window
// runs them, as in this one.
#include "tests/support/pythonscripts.h"
#include "tests/support/testprogram.h"

#include <filesystem>

namespace jitscope::tst_ownprocess {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** What a run did, without the times that it took. */
struct Doings {
    int exitCode = 0;
    std::string error;
    std::vector<std::string> ops, calls, graphs;
    std::string printed;
    bool operator==(const Doings &) const = default;
};

/** Times, addresses and what was drawn at random differ from run to run, and how numbers are set by them. */
std::string withoutFigures(const std::string &text) {
    static const std::regex figure("0x[0-9a-f]+|\\s*-?[0-9]+(\\.[0-9]*)?(e[-+]?[0-9]+)?\\s*");
    return std::regex_replace(text, figure, "#");
}

class Recorded {
public:
    /** In a fresh process, or here. */
    enum class Home { Here, Own };
    explicit Recorded(Home home) {
        ProgramEvents events;
        events.output = [this](bool, const std::string &text) {
            const std::lock_guard lock(m_mutex);
            m_printed += text;
        };
        if (home == Home::Own)
            m_home = std::make_unique<OwnProcess>(events);
        else
            m_home = std::make_unique<HomeHere>(events);
    }
    Doings run(const std::string &path) {
        {
            const std::lock_guard lock(m_mutex);
            m_printed.clear();
        }
        m_home->restart();
        m_home->runScript(path, shortened(path), {});
        const RunOutcome outcome = m_home->wait();
        const Session session = m_home->take();
        Doings done{outcome.exitCode, withoutFigures(outcome.error), {}, {}, {}, {}};
        for (const OpEvent &op : session.ops)
            done.ops.push_back(op.op.str() + " " + op.result.str());
        for (const GraphCall &call : session.graphCalls)
            done.calls.push_back(call.function);
        for (const Compilation &each : session.compilations)
            done.graphs.push_back(each.function);
        const std::lock_guard lock(m_mutex);
        done.printed = withoutFigures(m_printed);
        return done;
    }

private:
    std::mutex m_mutex;
    std::string m_printed;
    std::unique_ptr<ScriptHome> m_home; ///< last, so that its events find the members above
};

void addScripts(const std::string &folder) {
    QTest::addColumn<QString>("path");
    std::vector<std::filesystem::path> paths;
    for (const auto &entry : std::filesystem::directory_iterator(folder))
        if (entry.path().extension() == ".py") paths.push_back(entry.path());
    std::ranges::sort(paths);
    for (const auto &path : paths)
        QTest::newRow(path.stem().c_str()) << QString::fromStdString(path.string());
}

} // namespace

class OwnProcessTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scriptsDoTheSame_data() {
        addScripts(isOnReference() ? sharedPath("seed_scripts")
                                   : std::string(JITSCOPE_SOURCE_DIR) + "/resources/samples");
    }
    void scriptsDoTheSame() {
        QFETCH(QString, path);
        Recorded own(Recorded::Home::Own);
        const Doings expected = m_here.run(path.toStdString()), done = own.run(path.toStdString());
        COMPARE_TEXT(done.error, expected.error);
        QCOMPARE(done.exitCode, expected.exitCode);
        COMPARE_TEXT(done.printed, expected.printed);
        QVERIFY(!done.ops.empty());
        QCOMPARE(done.ops, expected.ops);
        QCOMPARE(done.calls, expected.calls);
        QCOMPARE(done.graphs, expected.graphs);
    }

private:
    Recorded m_here{Recorded::Home::Here}; ///< one for all, as there is one interpreter in a process
};

JITSCOPE_TEST(OwnProcessTest)

} // namespace jitscope::tst_ownprocess

#include "tst_ownprocess.moc"
