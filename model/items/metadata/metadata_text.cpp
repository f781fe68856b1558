#include "items/metadata/metadata_text.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"

#include <QCoreApplication>

namespace loupe {

namespace {

constexpr qsizetype longestMetadataText = 500;

QString shown(const QString& text)
{
    const QString start = toQString(printable(text.left(longestMetadataText).toStdString()));
    return text.size() > longestMetadataText ? start + QStringLiteral("…") : start;
}

} // namespace

QString metadataKeyText(const QString& key)
{
    return key.isEmpty() ? QCoreApplication::translate("loupe::MetadataModel", "(empty)") : shown(key);
}

QString metadataValueText(const QString& value)
{
    return shown(value.left(2 * longestMetadataText).simplified());
}

} // namespace loupe
