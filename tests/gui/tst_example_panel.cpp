// SPDX-License-Identifier: Apache-2.0
// The example panel as a user meets it: loaded from a folder, listed, opened, counting.
#include "app/sdk/document.h"
#include "app/sdk/pluginpanels.h"
#include "app/shell/application.h"
#include "app/shell/builtins.h"
#include "app/shell/panelhost.h"
#include "engine/extension/pluginloader.h"
#include "engine/session/session.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QApplication>

#include <algorithm>

namespace jitscope::tst_example_panel {

using namespace jitscope;

namespace {

const std::string examplePanel = JITSCOPE_BUILD_DIR "/plugins/examples/example_panel.so";

bool isListed() {
    return std::ranges::any_of(allPanels(),
                               [](const PanelDef &panel) { return panel.id == QStringLiteral("categories"); });
}

Session threeOps() {
    Session session;
    for (const char *name : {"Add", "MatMul", "Add"}) {
        OpEvent op;
        op.number = int64_t(session.ops.size()) + 1;
        op.op = name;
        session.ops.push_back(op);
    }
    return session;
}

} // namespace

class ExamplePanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() {
        setUpApplication({"dark", "en", ApplicationOptions::Start::Bare});
        loadPlugin(examplePanel);
    }

    void itIsLoadedWithNameVersionAndKind() {
        const auto &statuses = pluginStatuses();
        const auto found = std::find_if(statuses.begin(), statuses.end(), [](const PluginStatus &status) {
            return status.manifest.name == "example_panel";
        });
        QVERIFY(found != statuses.end());
        QVERIFY2(found->loaded, found->error.c_str());
        QCOMPARE(found->manifest.version, std::string("1.0.0"));
        QVERIFY(found->manifest.kind == PluginKind::Panel);
    }

    void itIsListedBehindTheBuiltInPanels() { QVERIFY(isListed()); }

    void aSwitchTakesItBackAndBringsItAgain() {
        switchPluginOff(examplePanel);
        QVERIFY(!isListed());
        QVERIFY(pluginPanel(QStringLiteral("categories")) != nullptr); // its name can still be told
        QVERIFY(loadPlugin(examplePanel).loaded);
        QVERIFY(isListed());
    }

    void aSecondPanelOfItsNameIsRefused() {
        const Extension twin = panelExtension(allPanels().back());
        QVERIFY(twin.kind == PluginKind::Panel && twin.name == "categories");
        QVERIFY(twin.isTaken());
        QCOMPARE(twin.add("twin").error().message, std::string("there is a panel 'categories' already"));
    }

    void aPanelThatCannotBeMadeIsRefused() {
        PanelDef broken;
        broken.id = QStringLiteral("broken");
        QVERIFY(!panelExtension(broken).add("broken"));
        QVERIFY(pluginPanel(QStringLiteral("broken")) == nullptr);
    }

    void itCountsAndPaints() {
        PanelHost host(threeOps());
        const auto panel = host.panel(QStringLiteral("categories"));
        QVERIFY(panel != nullptr);
        QVERIFY(panel->contentAsText().contains(QStringLiteral("element-wise\t2")));
        QVERIFY(panel->contentAsText().contains(QStringLiteral("matrix products\t1")));
        panel->resize(300, 200);
        QVERIFY(!panel->grab().isNull());
    }

    void itFollowsALiveRun() {
        PanelHost host;
        const auto panel = host.panel(QStringLiteral("categories"));
        host.document().append(threeOps());
        QVERIFY(panel->contentAsText().contains(QStringLiteral("element-wise\t2")));
    }
};

JITSCOPE_WINDOW_TEST(ExamplePanelTest)

} // namespace jitscope::tst_example_panel

#include "tst_example_panel.moc"
