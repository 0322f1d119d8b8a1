// SPDX-License-Identifier: Apache-2.0
// The prompt: names and commands pop up with what they are, earlier input is found again, tensors are drawn in place.
#include "app/panels/console/consolehistory.h"
#include "app/panels/console/consolepanel.h"
#include "app/panels/console/consoleview.h"
#include "app/sdk/settings.h"
#include "app/sdk/theme.h"
#include "app/shell/nullrunner.h"
#include "tests/support/panelstage.h"
#include "tests/support/testprogram.h"

#include <QLabel>
#include <QListWidget>
#include <QPlainTextEdit>
#include <QTemporaryDir>
#include <QToolButton>

namespace jitscope::tst_consolepanel {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

/** Knows a few names; what is entered is kept and done at once. */
class NamingRunner : public NullRunner {
public:
    QStringList completions(const QString &prefix) override {
        QStringList found;
        for (const char *known :
             {"%compare", "%help", "%time", "net.forward", "net.forward_backward", "net.weight", "network", "net"})
            if (const QString name = known; name.startsWith(prefix) && name.count('.') == prefix.count('.'))
                found.append(name);
        return found;
    }
    NameHelp describe(const QString &name) override {
        if (name == "net.forward") return {"function", "forward(x, mask=None)", "Runs the network once."};
        if (name == "%time") return {"command", "%time f(x)", "Measures an expression with its spread."};
        return {"int", "3", ""};
    }
    void runConsole(const QString &source) override { entered.append(source); }
    QStringList entered;
};

struct Prompt {
    Prompt()
        : selection(document)
        , playhead(document, selection, runner)
        , health(document, jobs)
        , panel({document, selection, jobs, runner, playhead, health, {}, {}}, &window) {
        window.resize(900, 500);
        panel.resize(900, 500);
        window.show();
        view().setFocus();
    }
    ConsoleView &view() { return *panel.findChild<ConsoleView *>("consoleText"); }
    void type(const QString &text) {
        for (const QChar letter : text)
            QTest::keyClick(&view(), letter.toLatin1());
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) { QTest::keyClick(&view(), key, modifiers); }
    void enter(const QString &text) {
        view().setInput(text);
        press(Qt::Key_Return);
    }
    QStringList suggested() {
        QStringList all;
        if (!view().suggestions()) return all;
        const auto *list = view().suggestions()->findChild<QListWidget *>("suggestionList");
        for (int row = 0; row < list->count(); ++row)
            all.append(list->item(row)->text());
        return all;
    }
    QString help(const char *part) { return view().suggestions()->findChild<QLabel *>(part)->text(); }

    QWidget window;
    Document document;
    NamingRunner runner;
    Selection selection;
    Jobs jobs;
    Playhead playhead;
    HealthCache health;
    ConsolePanel panel;
};

std::shared_ptr<const ConsolePicture> heat() {
    ConsolePicture picture;
    picture.title = "[2, 3] · min 0, mean 2.5, max 5";
    picture.rows = 2;
    picture.columns = 3;
    picture.values = {0, 1, 2, 3, 4, 5};
    picture.high = 5;
    return std::make_shared<const ConsolePicture>(picture);
}

} // namespace

class ConsolePanelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        QVERIFY(m_folder.isValid());
        qputenv("JITSCOPE_CONFIG_DIR", m_folder.path().toLocal8Bit());
        applyTheme(Theme::dark());
    }
    void init() { QFile::remove(configFolder() + "/console-history"); }

    void tabCompletesWhatIsCommonAndListsTheRest() {
        Prompt p;
        p.view().setInput("net.f");
        p.press(Qt::Key_Tab);
        QCOMPARE(p.view().input(), QString("net.forward"));
        QCOMPARE(p.suggested(), (QStringList{"forward", "forward_backward"}));
        QCOMPARE(p.help("suggestionTitle"), QString("forward(x, mask=None)"));
        QCOMPARE(p.help("suggestionText"), QString("Runs the network once."));
        p.press(Qt::Key_Down);
        p.press(Qt::Key_Return);
        QCOMPARE(p.view().input(), QString("net.forward_backward"));
        QVERIFY(p.suggested().isEmpty());
        QVERIFY(p.runner.entered.isEmpty());
    }

    void aDotBringsTheListAndTypingNarrowsIt() {
        Prompt p;
        p.type("net");
        QVERIFY(p.suggested().isEmpty());
        p.type(".");
        QCOMPARE(p.suggested(), (QStringList{"forward", "forward_backward", "weight"}));
        p.type("w");
        QCOMPARE(p.suggested(), QStringList{"weight"});
        p.press(Qt::Key_Tab);
        QCOMPARE(p.view().input(), QString("net.weight"));
        p.type(" ");
        QVERIFY(p.suggested().isEmpty());
    }

    void enterRunsWhatStandsThereThoughMoreNamesFit() {
        Prompt p;
        p.type("net.forward");
        QCOMPARE(p.suggested(), (QStringList{"forward", "forward_backward"}));
        p.press(Qt::Key_Return);
        QCOMPARE(p.runner.entered, QStringList{"net.forward"});
    }

    void commandsAreCompletedToo() {
        Prompt p;
        p.type("%");
        QCOMPARE(p.suggested(), (QStringList{"%compare", "%help", "%time"}));
        p.type("t");
        QCOMPARE(p.help("suggestionTitle"), QString("%time f(x)"));
        p.press(Qt::Key_Return);
        QCOMPARE(p.view().input(), QString("%time"));
    }

    void escapeLeavesTheListAndThenTheInput() {
        Prompt p;
        p.type("net.");
        p.press(Qt::Key_Escape);
        QVERIFY(p.suggested().isEmpty());
        QCOMPARE(p.view().input(), QString("net."));
        p.press(Qt::Key_Escape);
        QCOMPARE(p.view().input(), QString());
    }

    void earlierInputIsFoundByWhatItContains() {
        Prompt p;
        p.enter("alpha = 1");
        p.enter("beta = alpha + 1");
        p.enter("print(beta)");
        p.press(Qt::Key_R, Qt::ControlModifier);
        QCOMPARE(p.suggested(), (QStringList{"print(beta)", "beta = alpha + 1", "alpha = 1"}));
        p.type("alpha");
        QCOMPARE(p.suggested(), (QStringList{"beta = alpha + 1", "alpha = 1"}));
        p.press(Qt::Key_R, Qt::ControlModifier);
        p.press(Qt::Key_Return);
        QCOMPARE(p.view().input(), QString("alpha = 1"));
    }

    void upGoesToInputThatBeginsLikeWhatIsTyped() {
        Prompt p;
        p.enter("alpha = 1");
        p.enter("beta = 2");
        p.enter("alpha = 3");
        p.view().setInput("al");
        p.press(Qt::Key_Up);
        QCOMPARE(p.view().input(), QString("alpha = 3"));
        p.press(Qt::Key_Up);
        QCOMPARE(p.view().input(), QString("alpha = 1"));
        p.press(Qt::Key_Up);
        QCOMPARE(p.view().input(), QString("alpha = 1"));
        p.press(Qt::Key_Down);
        p.press(Qt::Key_Down);
        QCOMPARE(p.view().input(), QString("al"));
        p.view().setInput("");
        p.press(Qt::Key_Up);
        p.press(Qt::Key_Up);
        QCOMPARE(p.view().input(), QString("beta = 2"));
    }

    void historyOutlivesTheWindow() {
        {
            Prompt p;
            p.enter("kept = 1");
            p.enter("for i in range(2):\n    print(i)\n");
        }
        Prompt p;
        p.press(Qt::Key_Up);
        p.press(Qt::Key_Up);
        QCOMPARE(p.view().input(), QString("kept = 1"));
        const ConsoleHistory other(configFolder() + "/console-history");
        QCOMPARE(other.entries().size(), 2);
        QVERIFY(other.entries().constLast().contains("\n    print(i)"));
    }

    void wrappingIsOnAndRemembered() {
        {
            Prompt p;
            QCOMPARE(p.view().lineWrapMode(), QPlainTextEdit::WidgetWidth);
            p.panel.findChild<QToolButton *>("consoleWrap")->click();
            QCOMPARE(p.view().lineWrapMode(), QPlainTextEdit::NoWrap);
        }
        Prompt p;
        QCOMPARE(p.view().lineWrapMode(), QPlainTextEdit::NoWrap);
        p.panel.findChild<QToolButton *>("consoleWrap")->click();
    }

    void aPictureStandsBetweenTheLines() {
        Prompt p;
        p.view().print(ConsoleText::Output, "before\n");
        p.view().showPicture(heat());
        p.view().print(ConsoleText::Output, "after\n");
        QTRY_VERIFY(p.view().isReady());
        QVERIFY2(p.view().wholeText().startsWith("before\n[2, 3] · min 0, mean 2.5, max 5\nafter\n"),
                 qPrintable(p.view().wholeText()));
        // Its colours are seen: the lowest value's and the highest's.
        const QImage shown = p.view().viewport()->grab().toImage();
        QSet<QRgb> colours;
        for (int y = 0; y < shown.height(); ++y)
            for (int x = 0; x < shown.width(); ++x)
                colours.insert(shown.pixel(x, y));
        QVERIFY(colours.contains(qRgb(68, 1, 84)));
        p.view().clearText();
        QVERIFY(!p.view().wholeText().contains("mean"));
    }

private:
    QTemporaryDir m_folder;
};

JITSCOPE_WINDOW_TEST(ConsolePanelTest)

} // namespace jitscope::tst_consolepanel

#include "tst_consolepanel.moc"
