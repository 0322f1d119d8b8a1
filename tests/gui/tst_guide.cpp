// SPDX-License-Identifier: Apache-2.0
// The guide inside the program: nothing in it leads nowhere, it is found from every panel, and it can be searched.
#include "app/guide/guidebook.h"
#include "app/guide/guidebrowser.h"
#include "app/panels/guide/guidepanel.h"
#include "app/shell/builtins.h"
#include "app/shell/guideplaces.h"
#include "engine/session/session.h"
#include "tests/support/testprogram.h"
#include "tests/support/windowtest.h"

#include <QAction>
#include <QFile>
#include <QImageReader>
#include <QLineEdit>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QToolButton>

namespace jitscope::tst_guide {

using namespace jitscope;

namespace {

const QStringList languages = {QStringLiteral("en"), QStringLiteral("zh_CN")};

QStringList allMatches(const QString &text, const QString &pattern) {
    QStringList found;
    auto matches = QRegularExpression(pattern).globalMatch(text);
    while (matches.hasNext())
        found.append(matches.next().captured(1));
    return found;
}

QList<QTextImageFormat> picturesOf(const QTextDocument &document) {
    QList<QTextImageFormat> pictures;
    for (QTextBlock block = document.begin(); block.isValid(); block = block.next())
        for (auto each = block.begin(); !each.atEnd(); ++each)
            if (each.fragment().charFormat().isImageFormat())
                pictures.append(each.fragment().charFormat().toImageFormat());
    return pictures;
}

} // namespace

class GuideTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        testing::setUpWindowTest(m_folder);
        m_window = testing::openWindow({1280, 800});
        QVERIFY(m_window);
    }

    void cleanupTestCase() { m_window.reset(); }

    void everyPageHasTheSameSectionsInBothLanguages() {
        const GuideBook &english = GuideBook::inLanguage("en"), &chinese = GuideBook::inLanguage("zh_CN");
        QCOMPARE(english.pages().size(), chinese.pages().size());
        for (int i = 0; i < english.pages().size(); ++i) {
            const GuidePage &one = english.pages()[i], &other = chinese.pages()[i];
            QVERIFY2(!one.sections.isEmpty() && !one.markdown.isEmpty(), qPrintable(one.id));
            QVERIFY2(other.folder.contains("zh_CN"), qPrintable(other.id + " is not translated"));
            QCOMPARE(one.sections.size(), other.sections.size());
            for (int k = 0; k < one.sections.size(); ++k) {
                QCOMPARE(one.sections[k].level, other.sections[k].level);
                QCOMPARE(one.sections[k].anchor, other.sections[k].anchor);
                QCOMPARE(one.sections[k].text.isEmpty(), other.sections[k].text.isEmpty());
            }
            QCOMPARE(allMatches(one.markdown, "!\\[[^\\]]*\\]\\((?:\\.\\./)?([^)]*)\\)"),
                     allMatches(other.markdown, "!\\[[^\\]]*\\]\\((?:\\.\\./)?([^)]*)\\)"));
        }
    }

    void everyLinkAndPictureIsThereAndNoneNeedsANetwork() {
        for (const QString &language : languages) {
            const GuideBook &book = GuideBook::inLanguage(language);
            for (const GuidePage &page : book.pages()) {
                for (const QString &link : allMatches(page.markdown, "[^!]\\[[^\\]]*\\]\\(([^)]*)\\)")) {
                    const GuidePlace target = book.target(page.id, link);
                    QVERIFY2(book.has(target), qPrintable(page.id + ": " + link));
                }
                for (const QString &picture : allMatches(page.markdown, "!\\[[^\\]]*\\]\\(([^)]*)\\)"))
                    QVERIFY2(QImageReader(page.folder + picture).size().isValid(),
                             qPrintable(page.id + ": " + picture));
            }
        }
    }

    void everyPanelHasItsPlace() {
        for (const PanelDef &def : allPanels()) {
            const GuidePlace place = guidePlaceOf(def.id);
            QVERIFY2(GuideBook::inLanguage("en").has(place), qPrintable(def.id));
            if (def.id != "guide") QVERIFY2(place.page != "first-steps", qPrintable(def.id + " is not in the guide"));
        }
    }

    void f1OpensTheSectionOfThePanelWithTheFocus_data() {
        QTest::addColumn<QString>("panel");
        for (const PanelDef &def : allPanels())
            QTest::newRow(qPrintable(def.id)) << def.id;
    }

    void f1OpensTheSectionOfThePanelWithTheFocus() {
        QFETCH(QString, panel);
        m_window->showPanel(panel);
        QTest::keyClick(m_window.get(), Qt::Key_F1);
        QVERIFY(guide().isVisible());
        QCOMPARE(guide().place(), guidePlaceOf(panel));
    }

    void aSearchFindsSectionsByTheirWords() {
        const QList<GuideHit> hits = GuideBook::inLanguage("en").find("call stack");
        QVERIFY(!hits.isEmpty());
        QCOMPARE(hits.constFirst().place, (GuidePlace{"stepping", "call-stack"}));
        QVERIFY(GuideBook::inLanguage("en").find("xyzzy").isEmpty());
        for (const GuideHit &hit : GuideBook::inLanguage("en").find("momentum NaN"))
            QVERIFY(GuideBook::inLanguage("en").has(hit.place));

        m_window->showPanel("guide");
        auto *query = guide().findChild<QLineEdit *>("guideSearch");
        QVERIFY(guide().startFind());
        QTest::keyClicks(query, "watchpoints");
        QTest::keyClick(query, Qt::Key_Return);
        QVERIFY(GuideBook::current().has(guide().place()));
        QVERIFY(!guide().findChild<GuideBrowser *>()->extraSelections().isEmpty());
        query->clear();
    }

    void oneGoesBackAndForwardByKeys() {
        m_window->showPanel("guide");
        guide().open({"graph", {}});
        guide().open({"filters", "names"});
        QTest::keyClick(guide().findChild<GuideBrowser *>(), Qt::Key_Left, Qt::AltModifier);
        QCOMPARE(guide().place(), (GuidePlace{"graph", {}}));
        QTest::keyClick(guide().findChild<GuideBrowser *>(), Qt::Key_Right, Qt::AltModifier);
        QCOMPARE(guide().place(), (GuidePlace{"filters", "names"}));
        QVERIFY(!guide().findChild<QToolButton *>("guideForward")->isEnabled());
    }

    void linksLeadFromPageToPage() {
        m_window->showPanel("guide");
        guide().open({"stepping", {}});
        Q_EMIT guide().findChild<GuideBrowser *>()->anchorClicked(QUrl("filters.md"));
        QCOMPARE(guide().place().page, QString("filters"));
    }

    void picturesFitIntoThePanel() {
        m_window->showPanel("guide");
        guide().open({"stepping", {}});
        auto *text = guide().findChild<GuideBrowser *>();
        for (const int width : {520, 380}) {
            guide().setFixedWidth(width);
            QTRY_VERIFY(!picturesOf(*text->document()).isEmpty());
            QTRY_VERIFY(text->horizontalScrollBar()->maximum() == 0);
            for (const QTextImageFormat &picture : picturesOf(*text->document())) {
                QVERIFY(picture.width() > 100 && picture.width() < width);
                const auto image = qvariant_cast<QImage>(
                    text->document()->resource(QTextDocument::ImageResource, QUrl(picture.name())));
                QCOMPARE(image.deviceIndependentSize().toSize().width(), int(picture.width()));
            }
        }
        guide().setMinimumWidth(0);
        guide().setMaximumWidth(QWIDGETSIZE_MAX);
    }

private:
    GuidePanel &guide() const { return *static_cast<GuidePanel *>(m_window->panel("guide")); }

    QTemporaryDir m_folder;
    std::unique_ptr<MainWindow> m_window;
};

JITSCOPE_WINDOW_TEST(GuideTest)

} // namespace jitscope::tst_guide

#include "tst_guide.moc"
