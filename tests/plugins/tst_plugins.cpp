// SPDX-License-Identifier: Apache-2.0
// The loader of plugins: what it takes, what it refuses and why, and what loaded plugins bring.
#include "engine/ascend/devicemodel.h"
#include "engine/extension/pluginloader.h"
#include "engine/passes/pass.h"
#include "tests/support/testing.h"
#include "tests/support/testprogram.h"

#include <QObject>
#include <QTemporaryDir>

namespace jitscope::tst_plugins {

using namespace jitscope;

namespace {

const std::string ownFolder = JITSCOPE_BUILD_DIR "/plugins";
const std::string examples = ownFolder + "/examples";
const std::string examplePass = examples + "/example_pass.so";
const std::string badFolder = JITSCOPE_BUILD_DIR "/tests/bad_plugins";

PluginStatus statusOf(const std::vector<PluginStatus> &statuses, const std::string &fileName) {
    for (const PluginStatus &status : statuses)
        if (std::filesystem::path(status.path).filename() == fileName) return status;
    PluginStatus none;
    none.error = "was not looked at";
    return none;
}

bool hasDevice(const std::string &name) {
    for (const DeviceModel &model : deviceModels())
        if (model.name == name) return true;
    return false;
}

bool hasPass(const std::string &name) {
    for (const PassDef &pass : pipeline())
        if (pass.name == name) return true;
    return false;
}

} // namespace

class PluginsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() {
        (void)loadPlugins(ownFolder);
        QVERIFY(loadPlugin(examples + "/example_device.so").loaded);
    }

    void examplesAreNoPartOfTheProgramsOwn() {
        QVERIFY(!statusOf(loadPlugins(ownFolder), "example_pass.so").loaded);
        QVERIFY(!hasPass("example_negated_difference"));
    }

    void aPluginThatNobodyWantsIsListedAndNotOpened() {
        const auto looked = loadPlugins(examples, [](const std::string &) { return false; });
        const PluginStatus status = statusOf(looked, "example_pass.so");
        QVERIFY(status.isOff && !status.loaded && status.manifest.name.empty());
        QVERIFY(!hasPass("example_negated_difference"));
    }

    void aSwitchTakesBackPassesAndBringsThemAgain() {
        for (int round = 0; round < 2; ++round) {
            QVERIFY(loadPlugin(examplePass).loaded);
            QVERIFY(hasPass("example_negated_difference"));
            switchPluginOff(examplePass);
            QVERIFY(!hasPass("example_negated_difference"));
            QVERIFY(statusOf(pluginStatuses(), "example_pass.so").isOff);
        }
    }

    void ownPluginsLoadAndRegister() {
        const PluginStatus device = statusOf(pluginStatuses(), "example_device.so");
        QVERIFY2(device.loaded, device.error.c_str());
        QVERIFY(device.manifest.kind == PluginKind::DeviceModel);
        QVERIFY(hasDevice("Ascend910B4-CJ"));
        QVERIFY2(statusOf(pluginStatuses(), "chrome_trace.so").loaded, "chrome_trace");
    }

    void loadingAgainDoesNothing() {
        const size_t looked = pluginStatuses().size(), devices = deviceModels().size();
        const std::vector<PluginStatus> again = loadPlugins(ownFolder);
        QVERIFY(statusOf(again, "chrome_trace.so").loaded);
        QCOMPARE(pluginStatuses().size(), looked);
        QCOMPARE(deviceModels().size(), devices);
    }

    void refusedPluginSaysWhy_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("message");
        QTest::newRow("no entry") << "no_entry.so"
                                  << "is no plugin: it has no function jitscope_plugin";
        QTest::newRow("no manifest") << "null_manifest.so"
                                     << "its jitscope_plugin gave no manifest";
        QTest::newRow("other version") << "other_version.so"
                                       << "was built for plugin interface 44, this program has 3";
        QTest::newRow("no name") << "no_name.so"
                                 << "its manifest has no name";
        QTest::newRow("throws") << "throws.so"
                                << "failed while loading: no licence server";
        QTest::newRow("taken") << "taken_device.so"
                               << "there is a device model 'Ascend910B4' already";
        QTest::newRow("unusable") << "unusable_device.so"
                                  << "device model 'Ascend0': cubeCores is outside of what it can be";
        QTest::newRow("same name twice") << "twin.so"
                                         << QString::fromStdString("a plugin named 'example_device' was loaded from " +
                                                                   examples + "/example_device.so");
    }

    void refusedPluginSaysWhy() {
        QFETCH(QString, file);
        QFETCH(QString, message);
        const PluginStatus status = statusOf(loadPlugins(badFolder), file.toStdString());
        QVERIFY(!status.loaded);
        QCOMPARE(QString::fromStdString(status.error), message);
    }

    void refusedPluginRegistersNothing() {
        (void)loadPlugins(badFolder);
        QVERIFY(!hasDevice("Ascend0"));
    }

    void fileThatIsNoLibraryIsTold() {
        QTemporaryDir folder;
        const std::string path = folder.path().toStdString();
        VERIFY_RESULT(writeFile(path + "/text.so", std::string(100, 'x')));
        VERIFY_RESULT(writeFile(path + "/empty.so", ""));
        VERIFY_RESULT(writeFile(path + "/other.txt", "not looked at"));
        const std::vector<PluginStatus> statuses = loadPlugins(path);
        QCOMPARE(statuses.size(), size_t(2));
        QCOMPARE(statusOf(statuses, "text.so").error, std::string("cannot be loaded: invalid ELF header"));
        QCOMPARE(statusOf(statuses, "empty.so").error, std::string("cannot be loaded: file too short"));
    }

    void linkThatLeadsOutOfTheFolderIsNotFollowed() {
        QTemporaryDir folder;
        std::filesystem::create_symlink(badFolder + "/no_name.so", folder.path().toStdString() + "/link.so");
        QVERIFY(loadPlugins(folder.path().toStdString()).empty());
    }

    void missingFolderIsTold() {
        const std::vector<PluginStatus> statuses = loadPlugins("/nowhere/at/all");
        QCOMPARE(statuses.size(), size_t(1));
        QCOMPARE(statuses[0].error, std::string("cannot be read as a folder of plugins: No such file or directory"));
    }
};

JITSCOPE_TEST(PluginsTest)

} // namespace jitscope::tst_plugins

#include "tst_plugins.moc"
