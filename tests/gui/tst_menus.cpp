// SPDX-License-Identifier: Apache-2.0
// Menus, palette, keys, language and title of the window.
#include "app/models/runtext.h"
#include "app/panels/editor/editorpanel.h"
#include "app/sdk/pluginswitches.h"
#include "app/sdk/theme.h"
#include "app/sdk/widgets/elidedlabel.h"
#include "app/sdk/widgets/infobar.h"
#include "app/shell/keymap.h"
#include "app/shell/keysdialog.h"
#include "app/shell/mnemonics.h"
#include "app/shell/panelstate.h"
#include "app/shell/pluginspage.h"
#include "app/shell/statusline.h"
#include "engine/base/file.h"
#include "engine/session/session.h"
#include "engine/session/sessionfile.h"
#include "tests/support/codeeditor.h"
#include "tests/support/stepsession.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMenuBar>
#include <QPointer>
#include <QPushButton>
#include <QToolButton>
#include <QTreeWidget>

#include <utility>

namespace jitscope::tst_menus {

using namespace jitscope;
using namespace jitscope::testing;

namespace {

constexpr int runTimeoutMs = 10000;
constexpr int lowestScreen = 640;

/** "F" of "&File" and of "文件(&F)"; none for a text without one. */
QString letterOf(const QString &text) {
    for (qsizetype i = 0; i + 1 < text.size(); ++i) {
        if (text[i] != QLatin1Char('&')) continue;
        if (text[i + 1] != QLatin1Char('&')) return text.mid(i + 1, 1).toUpper();
        ++i;
    }
    return {};
}

/** What is wrong with the letters of these entries; "" for nothing. */
QString faultOf(const QList<QAction *> &entries) {
    QHash<QString, QString> owners;
    for (const QAction *entry : entries) {
        if (entry->isSeparator()) continue;
        const QString letter = letterOf(entry->text());
        if (letter.isEmpty()) return entry->text() + " has no letter";
        if (owners.contains(letter)) return entry->text() + " and " + owners.value(letter) + " have one letter";
        owners.insert(letter, entry->text());
    }
    return {};
}

QStringList titles(const QMenu &menu) {
    QStringList texts;
    for (const QAction *action : menu.actions())
        if (!action->isSeparator()) texts << withoutMnemonic(action->text());
    return texts;
}

} // namespace

class MenusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        setUpWindowTest(m_folder);
        m_window = openWindow({1280, 720});
        QVERIFY(m_window);
    }

    void cleanup() {
        changePreferences([](Preferences &preferences) {
            preferences = {};
            preferences.language = QStringLiteral("en");
        });
        QCoreApplication::processEvents();
        m_window->runner().setBreakpoints({});
        m_window->runner().stop();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Idle, runTimeoutMs);
    }

    void cleanupTestCase() { m_window.reset(); }

    void everyEntryHasALetterOfItsOwn_data() {
        QTest::addColumn<QString>("language");
        QTest::newRow("English") << "en";
        QTest::newRow("Chinese") << "zh_CN";
    }

    void everyEntryHasALetterOfItsOwn() {
        QFETCH(QString, language);
        speak(language);
        const QString fault = faultOf(m_window->menuBar()->actions());
        QVERIFY2(fault.isEmpty(), qPrintable(fault));
        for (QMenu *menu : menus()) {
            Q_EMIT menu->aboutToShow();
            const QString wrong = faultOf(menu->actions());
            QVERIFY2(wrong.isEmpty(), qPrintable(menu->objectName() + ": " + wrong));
        }
        QVERIFY(menu("menu-file")->menuAction()->text().contains("&F"));
    }

    void lettersOfChineseEntriesStandInBrackets() {
        speak("zh_CN");
        QCOMPARE(menu("menu-file")->menuAction()->text(), QString::fromUtf8("文件(&F)"));
        speak("en");
        QCOMPARE(menu("menu-file")->menuAction()->text(), QString("&File"));
    }

    void noMenuIsHigherThanASmallScreen() {
        for (QMenu *menu : menus()) {
            Q_EMIT menu->aboutToShow();
            QVERIFY2(menu->sizeHint().height() <= lowestScreen,
                     qPrintable(menu->objectName() + " is " + QString::number(menu->sizeHint().height()) + " high"));
        }
    }

    void viewHasSubMenusInsteadOfThirtyEntries() {
        const QStringList entries = titles(*menu("menu-view"));
        QVERIFY2(entries.size() <= 14, qPrintable(entries.join(", ")));
        for (const char *title : {"Panels", "Perspectives", "Theme", "Language", "Zoom"})
            QVERIFY2(entries.contains(title), title);
        QVERIFY(!entries.contains("Console"));
    }

    void altOpensAMenu() {
        QTest::keyClick(m_window.get(), Qt::Key_F, Qt::AltModifier);
        QTRY_COMPARE(QApplication::activePopupWidget(), menu("menu-file"));
        QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!QApplication::activePopupWidget());
    }

    void thePaletteFindsByAnyWord_data() {
        QTest::addColumn<QString>("query");
        QTest::addColumn<QString>("found");
        QTest::newRow("a panel by another word") << "compare"
                                                 << "Compare";
        QTest::newRow("a kernel") << "kernel"
                                  << "Kernel details";
        QTest::newRow("bisect") << "bisect"
                                << "Lock step";
        QTest::newRow("a theme") << "contrast"
                                 << "High contrast";
        QTest::newRow("a perspective") << "perspective profile"
                                       << "Profile";
        QTest::newRow("a setting") << "font of code"
                                   << "Font of code";
        QTest::newRow("a language") << "english"
                                    << "English";
        QTest::newRow("shortcuts") << "shortcuts"
                                   << "Keys";
        QTest::newRow("a Chinese word") << QString::fromUtf8("断点") << "Toggle breakpoint";
        QTest::newRow("a choice of runs") << "device ascend"
                                          << "Ascend";
        QTest::newRow("a symbol") << "train_one"
                                  << "train_one_round";
    }

    void thePaletteFindsByAnyWord() {
        QFETCH(QString, query);
        QFETCH(QString, found);
        open("symbols.py", "def train_one_round(x):\n    return x\n");
        const QStringList rows = paletteRows(query);
        const bool isThere =
            std::any_of(rows.begin(), rows.end(), [&](const QString &row) { return row.contains(found); });
        QVERIFY2(isThere, qPrintable(rows.join(" | ")));
        QTest::keyClick(m_window->findChild<QLineEdit *>("finderQuery"), Qt::Key_Escape);
    }

    void theTitleNamesWhatIsLookedAt() {
        open("first.py", "x = 1\n");
        QVERIFY(m_window->windowTitle().contains("first.py"));
        const QString path = m_folder.filePath("steps.jitscope");
        VERIFY_RESULT(saveSession(loopSession(20), path.toStdString()));
        m_window->openPath(path);
        QTRY_VERIFY_WITH_TIMEOUT(m_window->document().session().ops.size() == 20, runTimeoutMs);
        QTRY_VERIFY(m_window->windowTitle().contains("steps.jitscope"));
        QVERIFY2(!m_window->windowTitle().contains("first.py"), qPrintable(m_window->windowTitle()));
        m_window->document().replace({});
        QVERIFY2(m_window->windowTitle().contains("first.py"), qPrintable(m_window->windowTitle()));
    }

    void textsGrowShrinkAndComeBack() {
        open("sized.py", "x = 1\n");
        const auto *code = editor().findChild<CodeEditor *>();
        QVERIFY(code);
        const double before = preferencesInForce().textPixels, codeBefore = code->font().pointSizeF();
        m_window->action("zoom-in")->trigger();
        m_window->action("zoom-in")->trigger();
        QCOMPARE(preferencesInForce().textPixels, before + 2);
        QCOMPARE(code->font().pointSizeF(), codeFont().pointSizeF());
        QVERIFY(code->font().pointSizeF() > codeBefore);
        m_window->action("zoom-out")->trigger();
        QCOMPARE(preferencesInForce().textPixels, before + 1);
        m_window->action("zoom-reset")->trigger();
        QCOMPARE(preferencesInForce().textPixels, Preferences().textPixels);
    }

    void theNextNaNStartsAScriptThatWasNotStarted() {
        m_window->document().replace({});
        open("nan.py", "import numpy as np\nfrom mindspore import Tensor, ops\n"
                       "x = Tensor(np.array([-1.0, 4.0], np.float32))\ny = ops.abs(x)\nz = ops.sqrt(x)\n"
                       "w = ops.add(z, z)\n");
        QAction *next = m_window->action("next-nan");
        QVERIFY(next->isEnabled());
        next->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(m_window->runner().state() == RunState::Paused &&
                                     m_window->document().session().ops.size() >= 2,
                                 runTimeoutMs);
        QCOMPARE(m_window->document().session().ops.back().op, std::string("Sqrt"));
    }

    /** The window speaks another language at once, and loses nothing. */
    void aLanguageComesWithoutARestart() {
        m_window->setPerspective("step");
        open("kept.py", "a = 1\n");
        m_window->showPanel("editor");
        QTest::keyClicks(QApplication::focusWidget(), "b");
        const QString text = editor().currentText();
        QVERIFY(text.startsWith("b"));
        m_window->document().replace(loopSession(20));
        m_window->selection().selectOp(7);
        m_window->showPanel("timings");
        QLineEdit *filter = m_window->findChild<QWidget *>("dock-timings")->findChild<QLineEdit *>();
        QVERIFY(filter);
        filter->setText("MatMul");
        const QByteArray docks = shownPanels();
        m_window->panel("graph")->setProperty("viewState", QVariantList{-1, -1, 2});
        const QVariant graph = m_window->panel("graph")->property("viewState");

        speak("zh_CN");
        QCOMPARE(m_window->findChild<QWidget *>("dock-console")->windowTitle(), QString::fromUtf8("控制台"));
        QCOMPARE(m_window->action("run")->iconText(), QString::fromUtf8("运行"));
        filter = m_window->findChild<QWidget *>("dock-timings")->findChild<QLineEdit *>();
        QVERIFY(filter);
        QCOMPARE(filter->text(), QString("MatMul"));
        QCOMPARE(editor().currentText(), text);
        QCOMPARE(m_window->selection().current().op, int64_t(7));
        QCOMPARE(shownPanels(), docks);
        QCOMPARE(m_window->panel("graph")->property("viewState"), graph);

        speak("en");
        QCOMPARE(m_window->findChild<QWidget *>("dock-console")->windowTitle(), QString("Console"));
        m_window->showPanel("editor");
        m_window->action("undo")->trigger();
        QCOMPARE(editor().currentText(), QString("a = 1\n"));
    }

    /** It is made anew when it is looked at: thirty at once would take too long. */
    void aPanelOutOfViewSpeaksTheLanguageOnceItIsShown() {
        m_window->setPerspective("step");
        m_window->showPanel("lockstep");
        m_window->showPanel("graph"); // in its place
        const QPointer<Panel> before = m_window->findChild<Panel *>("lockstep");
        QVERIFY(before && !before->isVisible());
        speak("zh_CN");
        QVERIFY(before);
        m_window->showPanel("lockstep");
        QVERIFY(!before);
        const auto labels = m_window->panel("lockstep")->findChildren<QLabel *>();
        QVERIFY(std::ranges::any_of(
            labels, [](const QLabel *label) { return label->text() == QString::fromUtf8("没有可同步单步的函数"); }));
        speak("en");
    }

    /** How many of the others there are may hang on what is shown. */
    void aNamedControlGetsNothingOfAnother() {
        QWidget panel;
        auto *axis = new QLineEdit("0", &panel);
        auto *named = new QLineEdit(&panel);
        named->setObjectName("elementIndex");
        const QVariantMap state = panelState(panel);
        delete axis;
        restorePanelState(panel, state);
        QCOMPARE(named->text(), QString());
    }

    void switchesAreCarriedOverAndAChoiceOfNothingIsNot() {
        QWidget panel;
        auto *button = new QToolButton(&panel);
        button->setCheckable(true);
        button->setEnabled(false); // as long as there is nothing it could be about
        button->setObjectName("onlyDifferences");
        auto *ofContent = new QToolButton(&panel);
        ofContent->setCheckable(true);
        ofContent->setObjectName("chip0");
        ofContent->setProperty("ofContent", true);
        auto *box = new QComboBox(&panel);
        button->setChecked(true);
        ofContent->setChecked(true);
        const QVariantMap state = panelState(panel);
        button->setChecked(false);
        ofContent->setChecked(false);
        box->addItem("all");
        restorePanelState(panel, state);
        QVERIFY(button->isChecked() && !ofContent->isChecked());
        QCOMPARE(box->currentIndex(), 0);
    }

    void keysAreChangedClearedAndReset() {
        QAction *bookmark = m_window->action("bookmark"), *line = m_window->action("go-to-line");
        const auto before = bookmark->shortcuts();
        KeysDialog dialog(m_window->actions(), m_window.get());
        choose(dialog, "Bookmark this operator");
        auto *edit = dialog.findChild<QKeySequenceEdit *>("keyEdit");
        edit->setKeySequence(QKeySequence("Ctrl+G"));
        QVERIFY(dialog.findChild<QLabel *>("keyConflict")->text().contains("Go to line"));
        dialog.findChild<QPushButton *>("assignKey")->click();
        QCOMPARE(bookmark->shortcut(), QKeySequence("Ctrl+G"));
        QVERIFY(line->shortcuts().isEmpty());

        dialog.findChild<QPushButton *>("clearKey")->click();
        QVERIFY(bookmark->shortcuts().isEmpty());
        QAction again;
        again.setObjectName("bookmark");
        again.setShortcuts(before);
        adoptKeys(again); // as the next start does
        restoreKeys(again);
        QVERIFY(again.shortcuts().isEmpty());

        dialog.findChild<QPushButton *>("resetKey")->click();
        QCOMPARE(bookmark->shortcuts(), before);
        dialog.findChild<QPushButton *>("resetAllKeys")->click();
        QCOMPARE(line->shortcut(), QKeySequence("Ctrl+G"));
    }

    void aCommandThatTheFilterHidesKeepsItsKey() {
        KeysDialog dialog(m_window->actions(), m_window.get());
        auto *list = dialog.findChild<QTreeWidget *>("keyList");
        choose(dialog, "Bookmark this operator");
        const auto before = m_window->action("bookmark")->shortcuts();
        auto *filter = dialog.findChild<QLineEdit *>();
        filter->setText("go to line");
        QVERIFY(list->currentItem() && !list->currentItem()->isHidden());
        QCOMPARE(list->currentItem()->text(0), QString("Go to line"));
        QCOMPARE(dialog.findChild<QKeySequenceEdit *>("keyEdit")->keySequence(), QKeySequence("Ctrl+G"));
        filter->setText("no such command");
        QVERIFY(!list->currentItem());
        for (const char *name : {"assignKey", "clearKey", "resetKey"})
            QVERIFY2(!dialog.findChild<QPushButton *>(name)->isEnabled(), name);
        QVERIFY(dialog.findChild<QKeySequenceEdit *>("keyEdit")->keySequence().isEmpty());
        dialog.findChild<QPushButton *>("clearKey")->click();
        QCOMPARE(m_window->action("bookmark")->shortcuts(), before);
    }

    void goToKnowsOpenScriptsAndRecentFiles() {
        open("somewhere.py", "a = 1\n");
        const QString path = editor().currentPath();
        open("else.py", "b = 1\n");
        m_window->action("go-to")->trigger();
        auto *query = m_window->findChild<QLineEdit *>("finderQuery");
        query->setText("somewh");
        const auto *list = m_window->findChild<QListView *>("finderList");
        QCOMPARE(list->model()->index(0, 0).data().toString(), QString("somewhere.py"));
        QTest::keyClick(query, Qt::Key_Return);
        QTRY_COMPARE(editor().currentPath(), path);
    }

    void theMessageBarSpeaksTheLanguageInForce() {
        auto *bar = m_window->findChild<InfoBar *>();
        bar->showMessage(InfoBar::Kind::Note, "something", "details");
        const auto texts = [bar] {
            QStringList all;
            for (const QToolButton *each : bar->findChildren<QToolButton *>())
                all << each->text();
            return all;
        };
        const QStringList english = texts();
        speak("zh_CN");
        QVERIFY2(texts().contains("复制"), qPrintable(texts().join(' ')));
        speak("en");
        QCOMPARE(texts(), english);
        bar->hide();
    }

    void helpOfAMenuEntryEndsInAnEllipsisAndTheStateStays() {
        auto *bar = m_window->findChild<StatusLine *>();
        const QString help = QString("A sentence of help that is much longer than the bar. ").repeated(6);
        bar->showMessage(help);
        QVERIFY2(bar->currentMessage().endsWith(QChar(0x2026)), qPrintable(bar->currentMessage()));
        int right = bar->width();
        for (const QWidget *each : bar->findChildren<QWidget *>(QString(), Qt::FindDirectChildrenOnly))
            if (each->isVisible()) right = std::min(right, each->x());
        QVERIFY(bar->fontMetrics().horizontalAdvance(bar->currentMessage()) <= right);
        bar->clearMessage();

        bar->setPassPlugins({"example_pass"});
        bar->notify(QString("a long message about something ").repeated(4));
        QCoreApplication::processEvents();
        auto *state = m_window->findChild<ElidedLabel *>("statusState");
        QCOMPARE(state->shownText(), state->text());
        QVERIFY(!m_window->findChild<QToolButton *>("statusPlugins")->text().contains("example_pass"));
        bar->setPassPlugins({});
        bar->notify({});
    }

    void helpAndWhatIsLookedAtAreNotWrittenOverEachOther() {
        auto *bar = m_window->findChild<StatusLine *>();
        auto *past = m_window->findChild<QLabel *>("statusPast");
        m_window->document().replace(loopSession(20));
        bar->showMessage("what the button under the mouse does");
        m_window->selection().selectOp(7);
        QCoreApplication::processEvents();
        QVERIFY(past->text().contains("#7") && !past->isVisible());
        bar->clearMessage();
        QVERIFY(past->isVisible());
        bar->showMessage("what the button under the mouse does");
        QVERIFY(!past->isVisible());
        m_window->selection().selectOp(8);
        QVERIFY(!past->isVisible());
        m_window->selection().selectOp(20);
        bar->clearMessage();
        QVERIFY(!past->isVisible()); // nothing is to be said any more
    }

    void noButtonMovesWhereRunBecomesContinue() {
        for (const char *language : {"en", "zh_CN"}) {
            speak(language);
            const auto places = [this] {
                QTest::qWait(50);
                QList<QRect> rects;
                for (const char *id : {"tool-run", "tool-stop", "tool-step-back", "tool-step-op"})
                    rects << m_window->findChild<QToolButton *>(QLatin1String(id))->geometry();
                return rects;
            };
            // A bar that was made anew gets its width some events later.
            QTRY_COMPARE(m_window->findChild<QToolButton *>("tool-run")->parentWidget()->width(), m_window->width());
            QList<QRect> before = places();
            for (int still = 0; still < 5; ++still)
                if (const QList<QRect> now = places(); now != std::exchange(before, now)) still = -1;
            QAction *run = m_window->action("run");
            const QString idle = run->iconText();
            for (const QString &text : run->property("texts").toStringList()) {
                run->setIconText(text);
                QCOMPARE(places(), before);
            }
            QCOMPARE(run->property("texts").toStringList().size(), 2);
            run->setIconText(idle);
        }
        speak("en");
    }

    /** Of 22027 nobody sees at a glance whether it is two or twenty thousand. */
    void countsOfTheStatusBarHaveSeparators() {
        m_window->document().replace(loopSession(12345));
        QTRY_VERIFY2(m_window->findChild<QLabel *>("statusCounts")->text().startsWith("12,345 operators"),
                     qPrintable(m_window->findChild<QLabel *>("statusCounts")->text()));
        RunRecord run;
        run.ops = 1234567;
        run.graphs = 1;
        QCOMPARE(countsText(run), QString("1,234,567 operators, 1 compilation"));
        m_window->document().replace({});
    }

    void theBreadcrumbCutsNamesButNoNumber() {
        Session session = loopSession(10);
        OpEvent seventh = session.ops[6];
        seventh.op = "AnOperatorWithAVeryLongNameThatFindsNoRoom";
        session.ops.set(6, seventh);
        m_window->showSession(std::move(session), {});
        m_window->selection().selectOp(7);
        const auto shown = [this] {
            QCoreApplication::processEvents();
            return m_window->findChild<QWidget *>("ribbon-op")->property("shownText").toString();
        };
        QCOMPARE(shown(), QString("#7 AnOperatorWithAVeryLongNameThatFindsNoRoom"));
        const QSize before = m_window->size();
        m_window->resize(700, before.height());
        QVERIFY2(shown().startsWith("#7 An") && shown().endsWith(QChar(0x2026)), qPrintable(shown()));
        m_window->resize(before);
    }

    void aKeyOfEveryViewCannotBeTaken() {
        KeysDialog dialog(m_window->actions(), m_window.get());
        choose(dialog, "Bookmark this operator");
        dialog.findChild<QKeySequenceEdit *>("keyEdit")->setKeySequence(QKeySequence("Ctrl+C"));
        QVERIFY(dialog.findChild<QLabel *>("keyConflict")->text().contains("Copy"));
        QVERIFY(!dialog.findChild<QPushButton *>("assignKey")->isEnabled());
    }

    void aSwitchBringsAnExampleAndTheWindowSaysSo() {
        (void)loadWantedPlugins({}, {});
        PluginsPage page(
            {}, [](const QString &) { return false; }, nullptr);
        connect(&page, &PluginsPage::switched, m_window.get(), &MainWindow::showPassPlugins);
        auto *list = page.findChild<QTreeWidget *>("plugins");
        const auto example = [list] { return list->findItems("example_pass", Qt::MatchExactly).value(0); };
        QVERIFY(example());
        QCOMPARE(example()->checkState(0), Qt::Unchecked);
        QCOMPARE(example()->text(2), QString("off"));
        example()->setCheckState(0, Qt::Checked);
        QTRY_COMPARE(example()->text(2), QString("loaded"));
        QVERIFY2(example()->text(1).contains("example_negated_difference"), qPrintable(example()->text(1)));
        auto *told = m_window->findChild<QWidget *>("statusPlugins");
        QVERIFY(told->isVisibleTo(told->parentWidget()) && told->accessibleName().contains("example_pass"));
        example()->setCheckState(0, Qt::Unchecked);
        QTRY_COMPARE(example()->text(2), QString("off"));
        QVERIFY(!told->isVisibleTo(told->parentWidget()));
    }

private:
    EditorPanel &editor() { return *static_cast<EditorPanel *>(m_window->panel("editor")); }
    QList<QMenu *> menus() const { return m_window->menuBar()->findChildren<QMenu *>(); }
    QMenu *menu(const char *name) const { return m_window->menuBar()->findChild<QMenu *>(name); }

    /** Menus of the former language are gone only when events were handled. */
    void speak(const QString &language) {
        changePreferences([&](Preferences &preferences) { preferences.language = language; });
        QCoreApplication::processEvents();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }

    void open(const QString &name, const QString &text) {
        const QString path = m_folder.filePath(name);
        VERIFY_RESULT(writeFile(path.toStdString(), text.toStdString()));
        m_window->openPath(path);
        QTRY_COMPARE(editor().currentPath(), path);
    }

    QStringList paletteRows(const QString &query) {
        m_window->action("palette")->trigger();
        auto *edit = m_window->findChild<QLineEdit *>("finderQuery");
        edit->setText(query);
        const QAbstractItemModel &model = *m_window->findChild<QListView *>("finderList")->model();
        QStringList rows;
        for (int row = 0; row < model.rowCount(); ++row)
            rows << model.index(row, 0).data().toString();
        return rows;
    }

    QByteArray shownPanels() const {
        QByteArray names;
        for (const Panel *panel : m_window->findChildren<Panel *>())
            if (panel->isVisible()) names += panel->objectName().toUtf8() + ' ';
        QList<QByteArray> sorted = names.split(' ');
        std::sort(sorted.begin(), sorted.end());
        return sorted.join(' ');
    }

    static void choose(KeysDialog &dialog, const QString &command) {
        auto *list = dialog.findChild<QTreeWidget *>("keyList");
        const auto rows = list->findItems(command, Qt::MatchExactly);
        QCOMPARE(rows.size(), qsizetype(1));
        list->setCurrentItem(rows.constFirst());
    }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(MenusTest)

} // namespace jitscope::tst_menus

#include "tst_menus.moc"
