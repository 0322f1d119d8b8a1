// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/guide/samples.h"

#include "app/sdk/settings.h"

#include <QCoreApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QStandardPaths>

/** Outside of any namespace, because the macro declares a global function. */
static void initSampleResources() {
    Q_INIT_RESOURCE(samples);
}

namespace jitscope {
inline namespace guide {

namespace {

QString sampleFolder() {
    const bool isChosen = !qEnvironmentVariable("JITSCOPE_CONFIG_DIR").isEmpty();
    const QString folder =
        isChosen ? configFolder()
                 : QStandardPaths::writableLocation(QStandardPaths::GenericDataLocation) + QStringLiteral("/jitscope");
    return folder + QStringLiteral("/samples");
}

QByteArray contentOf(const QString &path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Error unwritable(const QString &path) {
    return Error{
        QCoreApplication::translate("Samples", "%1: the sample cannot be written there.").arg(path).toStdString()};
}

} // namespace

const QList<Sample> &samples() {
    ::initSampleResources();
    static const QList<Sample> all = {
        {QStringLiteral("attention.py"), QT_TRANSLATE_NOOP("Samples", "Attention, eager and compiled"),
         QT_TRANSLATE_NOOP("Samples",
                           "One block in both modes: its graph, what each pass did to it, where time went.")},
        {QStringLiteral("find_the_nan.py"), QT_TRANSLATE_NOOP("Samples", "Where does the NaN come from?"),
         QT_TRANSLATE_NOOP("Samples", "A training that breaks in its third batch. Run to the first NaN, then back.")},
        {QStringLiteral("find_the_shape.py"), QT_TRANSLATE_NOOP("Samples", "Which layer is wrong?"),
         QT_TRANSLATE_NOOP("Samples", "A network whose result has the wrong shape. Filter its operators.")},
        {QStringLiteral("back_from_the_error.py"), QT_TRANSLATE_NOOP("Samples", "Back from the error"),
         QT_TRANSLATE_NOOP("Samples", "The line that fails is not the one to blame. Step back to that one.")},
        {QStringLiteral("values_in_place.py"), QT_TRANSLATE_NOOP("Samples", "Values written in place"),
         QT_TRANSLATE_NOOP("Samples", "Step back and see what a tensor held then; change a value and go on.")},
    };
    return all;
}

QString titleOf(const Sample &sample) {
    return QCoreApplication::translate("Samples", sample.title);
}

QString sentenceOf(const Sample &sample) {
    return QCoreApplication::translate("Samples", sample.sentence);
}

QString pictureOf(const Sample &sample, Ground ground) {
    const QString name = QFileInfo(sample.file).completeBaseName();
    return QStringLiteral(":/samples/pictures/%1-%2.png")
        .arg(name, ground == Ground::Dark ? QStringLiteral("dark") : QStringLiteral("light"));
}

Result<QString> placeSample(const QString &file) {
    ::initSampleResources();
    const QByteArray content = contentOf(QStringLiteral(":/samples/") + file);
    const QString path = sampleFolder() + QLatin1Char('/') + file;
    if (content.isEmpty()) return unwritable(path);
    if (contentOf(path) == content) return path;
    if (!QDir().mkpath(sampleFolder())) return unwritable(path);
    QFile::remove(path); // it is read-only
    QFile placed(path);
    if (!placed.open(QIODevice::WriteOnly) || placed.write(content) != content.size()) return unwritable(path);
    placed.close();
    placed.setPermissions(QFileDevice::ReadOwner | QFileDevice::ReadGroup | QFileDevice::ReadOther);
    return path;
}

bool isSample(const QString &path) {
    return !path.isEmpty() && QFileInfo(path).absolutePath() == QFileInfo(sampleFolder()).absoluteFilePath();
}

} // namespace guide
} // namespace jitscope
