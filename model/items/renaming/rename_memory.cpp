#include "items/renaming/rename_memory.h"

#include "core/remote/remote_files.h"
#include "items/jobs/qt_text.h"
#include "items/renaming/chosen_rearrangement.h"
#include "items/writing/file_saver.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>

namespace loupe {

namespace {

const QString keyA = QStringLiteral("a");
const QString keyB = QStringLiteral("b");
const QString keyRules = QStringLiteral("rules");
const QString keyConfirmed = QStringLiteral("confirmed");
const QString keyRearrangement = QStringLiteral("rearrangement");
const QString keyName = QStringLiteral("name");
const QString keyRecipe = QStringLiteral("recipe");
const QString pattern = QStringLiteral("*.json");

QString canonicalPath(const std::filesystem::path& path)
{
    if (isAddress(path))
        return toQString(path);
    const QFileInfo info(toQString(path));
    const QString whole = info.canonicalFilePath();
    return whole.isEmpty() ? info.absoluteFilePath() : whole;
}

QString fileOf(const QString& folder, const QString& a, const QString& b)
{
    const QByteArray both = a.toUtf8() + '\0' + b.toUtf8();
    const QByteArray name = QCryptographicHash::hash(both, QCryptographicHash::Sha256).toHex();
    return folder + u'/' + QString::fromLatin1(name) + QStringLiteral(".json");
}

/// Reads [["a","b"],…]. Returns false for anything else.
template <typename Two>
bool readTexts(const QJsonValue& value, std::vector<Two>& texts)
{
    for (const QJsonValue& entry : value.toArray()) {
        const QJsonArray two = entry.toArray();
        if (two.size() != 2 || !two[0].isString() || !two[1].isString())
            return false;
        texts.push_back({two[0].toString().toStdString(), two[1].toString().toStdString()});
    }
    return value.isArray();
}

QJsonArray twoTexts(const std::string& one, const std::string& other)
{
    return {toQString(one), toQString(other)};
}

/// Checked before any of it is copied.
bool isTooLarge(const PairingChoice& choice)
{
    std::size_t bytes = choice.rearrangement.name.size() + choice.rearrangement.recipe.size();
    for (const RenameRuleText& rule : choice.rules)
        bytes += rule.oldName.size() + rule.newName.size();
    for (const ConfirmedRename& rename : choice.confirmed)
        bytes += rename.a.size() + rename.b.size();
    return bytes > RenameMemory::maximumBytes || choice.rules.size() > RenameMemory::maximumRules;
}

} // namespace

RenameMemory::RenameMemory(QString folder)
    : m_folder(std::move(folder))
{
}

PairingChoice RenameMemory::load(const std::filesystem::path& a, const std::filesystem::path& b) const
{
    const QString pathA = canonicalPath(a);
    const QString pathB = canonicalPath(b);
    PairingChoice choice = read(pathA, pathB);
    return choice.empty() ? swapped(read(pathB, pathA)) : choice;
}

PairingChoice RenameMemory::read(const QString& pathA, const QString& pathB) const
{
    QFile file(fileOf(m_folder, pathA, pathB));
    if (file.size() > maximumBytes || !file.open(QIODevice::ReadOnly))
        return {};
    const QJsonObject kept = QJsonDocument::fromJson(file.read(maximumBytes)).object();
    PairingChoice choice;
    const bool whole = kept[keyA].toString() == pathA && kept[keyB].toString() == pathB
        && readTexts(kept[keyRules], choice.rules) && readTexts(kept[keyConfirmed], choice.confirmed)
        && choice.rules.size() <= maximumRules;
    // Absent if no rearrangement was chosen.
    const QJsonObject rearrangement = kept[keyRearrangement].toObject();
    choice.rearrangement = {
        rearrangement[keyName].toString().toStdString(), rearrangement[keyRecipe].toString().toStdString()};
    return whole ? choice : PairingChoice{};
}

Result<> RenameMemory::save(
    const std::filesystem::path& a, const std::filesystem::path& b, const PairingChoice& choice) const
{
    const QString pathA = canonicalPath(a);
    const QString pathB = canonicalPath(b);
    const QString path = fileOf(m_folder, pathA, pathB);
    QFile::remove(path);
    if (read(pathB, pathA).rules.empty()) // rules have no inverse, so that this choice cannot contain them
        QFile::remove(fileOf(m_folder, pathB, pathA));
    if (choice.empty())
        return {};
    const auto tooLarge = fail(ErrorCode::TooLarge, "there are too many renames to keep them");
    if (isTooLarge(choice))
        return tooLarge;
    QJsonArray rules;
    for (const RenameRuleText& rule : choice.rules)
        rules.append(twoTexts(rule.oldName, rule.newName));
    QJsonArray confirmed;
    for (const ConfirmedRename& rename : choice.confirmed)
        confirmed.append(twoTexts(rename.a, rename.b));
    QJsonObject kept{{keyA, pathA}, {keyB, pathB}, {keyRules, rules}, {keyConfirmed, confirmed}};
    if (!choice.rearrangement.recipe.empty()) {
        kept[keyRearrangement] = QJsonObject{
            {keyName, toQString(choice.rearrangement.name)}, {keyRecipe, toQString(choice.rearrangement.recipe)}};
    }
    const QByteArray content = QJsonDocument(kept).toJson(QJsonDocument::Compact);
    if (content.size() > maximumBytes)
        return tooLarge;
    QDir().mkpath(m_folder);
    auto written = writeFileAtOnce(
        path, [&](QFileDevice& file, const Work&) { return file.write(content) == content.size(); }, {});
    if (written)
        forgetOldest();
    return written;
}

void RenameMemory::forgetOldest() const
{
    const QFileInfoList files = QDir(m_folder).entryInfoList({pattern}, QDir::Files, QDir::Time);
    for (qsizetype i = maximumPairs; i < files.size(); ++i)
        QFile::remove(files[i].filePath());
}

} // namespace loupe
