#include "items/session/model_card.h"

#include "core/text/text.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>
#include <QFile>
#include <QFileInfo>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <array>
#include <string_view>

namespace loupe {

namespace {

constexpr qint64 largestConfig = 1 << 20; // bytes: none is larger, and it is read whole
constexpr qsizetype longestText = 200; // characters, of what a file says

class CardText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ModelCard)
};

struct Detail {
    const char* text; ///< with %1
    std::array<const char*, 3> keys; ///< of configurations; null where there are fewer
    const char* gguf; ///< after the architecture and a dot
};

constexpr Detail cardDetails[]{
    {QT_TRANSLATE_N_NOOP("loupe::ModelCard", "%1 layer(s)"), {"num_hidden_layers", "n_layer", "num_layers"},
        "block_count"},
    {QT_TRANSLATE_N_NOOP("loupe::ModelCard", "hidden size %1"), {"hidden_size", "n_embd", "d_model"},
        "embedding_length"},
    {QT_TRANSLATE_N_NOOP("loupe::ModelCard", "%1 head(s)"), {"num_attention_heads", "n_head", "num_heads"},
        "attention.head_count"},
    {QT_TRANSLATE_N_NOOP("loupe::ModelCard", "%1 expert(s)"), {"n_routed_experts", "num_local_experts", "num_experts"},
        "expert_count"},
    {QT_TRANSLATE_N_NOOP("loupe::ModelCard", "vocabulary %1"), {"vocab_size", nullptr, nullptr}, "vocab_size"},
    {QT_TRANSLATE_N_NOOP("loupe::ModelCard", "context %1"), {"max_position_embeddings", "n_positions", "n_ctx"},
        "context_length"},
};

QString shortened(const QString& text)
{
    return toQString(printable(text.left(longestText).toStdString()));
}

const std::string* find(const Metadata& metadata, std::string_view key)
{
    const auto found = std::ranges::find(metadata, key, &Metadata::value_type::first);
    return found == metadata.end() || found->second.stored() ? nullptr : &found->second.shown();
}

void addDetail(ModelCard& card, const Detail& detail, double number)
{
    if (number >= 1 && number < 1e15)
        card.details << CardText::tr(detail.text, nullptr, pluralOf(std::uint64_t(number)))
                            .arg(groupedCount(std::uint64_t(number)));
}

ModelCard cardOfGguf(const Metadata& metadata)
{
    ModelCard card;
    const std::string* const architecture = find(metadata, "general.architecture");
    if (!architecture)
        return card;
    card.name = shortened(toQString(*architecture));
    for (const Detail& detail : cardDetails) {
        if (const std::string* const value = find(metadata, *architecture + '.' + detail.gguf))
            addDetail(card, detail, toQString(*value).toDouble());
    }
    return card;
}

/// Nothing where there is no such file, or it is something else.
QJsonObject readConfig(const QString& path)
{
    QFile file(path);
    if (!QFileInfo(path).isFile() || file.size() > largestConfig || !file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.read(largestConfig)).object();
}

ModelCard cardOfAdapter(const QJsonObject& config)
{
    ModelCard card;
    const QString kind = config.value(u"peft_type").toString();
    if (kind.isEmpty())
        return card;
    card.name = CardText::tr("%1 adapter").arg(kind == u"LORA" ? QStringLiteral("LoRA") : shortened(kind));
    if (const int rank = config.value(u"r").toInt(); rank > 0)
        card.details << CardText::tr("rank %1").arg(rank);
    if (const double alpha = config.value(u"lora_alpha").toDouble(); alpha > 0)
        card.details << CardText::tr("alpha %1").arg(alpha);
    if (const QString base = config.value(u"base_model_name_or_path").toString(); !base.isEmpty())
        card.details << CardText::tr("base model %1").arg(shortened(base));
    return card;
}

ModelCard cardOfConfig(const QJsonObject& config)
{
    ModelCard card;
    QString name = config.value(u"architectures").toArray().at(0).toString();
    for (const char16_t* const key : {u"model_type", u"_class_name"}) {
        if (name.isEmpty())
            name = config.value(QStringView(key)).toString();
    }
    card.name = shortened(name);
    // Models of several parts have those of the language model in an object of their own.
    const QJsonObject text = config.value(u"text_config").toObject();
    for (const Detail& detail : cardDetails) {
        for (const char* const key : detail.keys) {
            if (!key)
                break;
            const QLatin1String latin(key);
            const QJsonValue value = config.contains(latin) ? config.value(latin) : text.value(latin);
            if (!value.isDouble())
                continue;
            addDetail(card, detail, value.toDouble());
            break;
        }
    }
    return card;
}

/// The configuration that goes with a checkpoint of this name.
QString configName(const QFileInfo& path)
{
    if (path.isDir())
        return QStringLiteral("config.json");
    const QString name = path.fileName();
    if (name.startsWith(u"adapter_model"))
        return QStringLiteral("adapter_config.json");
    for (const char16_t* const stem :
        {u"model", u"pytorch_model", u"tf_model", u"flax_model", u"diffusion_pytorch_model"}) {
        const QStringView begin(stem);
        if (name.startsWith(begin) && name.size() > begin.size()
            && (name[begin.size()] == u'.' || name[begin.size()] == u'-'))
            return QStringLiteral("config.json");
    }
    return {};
}

} // namespace

QString formatTitle(const Checkpoint& checkpoint)
{
    const Format* const format = findFormat(checkpoint.format);
    QString text = toQString(format ? format->title : checkpoint.format);
    if (const QString variant = toQString(checkpoint.variant); !variant.isEmpty())
        text += (variant[0].isDigit() ? QStringLiteral(" v") : QStringLiteral(" ")) + variant;
    // The format is not known if none of an index's files could be opened.
    if (checkpoint.files.size() > 1 || text.isEmpty()) {
        const bool sharded = checkpoint.shardCount() == checkpoint.files.size();
        const std::size_t count = checkpoint.files.size();
        const QString files = (sharded ? CardText::tr("%1 shard(s)", nullptr, pluralOf(count))
                                       : CardText::tr("%1 file(s)", nullptr, pluralOf(count)))
                                  .arg(groupedCount(count));
        return text.isEmpty() ? files : CardText::tr("%1, %2", "format, number of files").arg(text, files);
    }
    return text;
}

ModelCard findModelCard(const Checkpoint& checkpoint)
{
    if (checkpoint.metadata) {
        if (ModelCard card = cardOfGguf(*checkpoint.metadata); !card.isEmpty())
            return card;
    }
    const QFileInfo path(toQString(checkpoint.path));
    if (const QString name = configName(path); !name.isEmpty()) {
        const QJsonObject config = readConfig((path.isDir() ? path.filePath() : path.path()) + u'/' + name);
        ModelCard card = name.startsWith(u"adapter") ? cardOfAdapter(config) : cardOfConfig(config);
        card.source = name;
        if (!card.isEmpty())
            return card;
    }
    for (const std::string_view key : {"modelspec.architecture", "architecture"}) {
        const std::string* const name = checkpoint.metadata ? find(*checkpoint.metadata, key) : nullptr;
        if (name && !name->empty())
            return {.name = shortened(toQString(*name)), .details = {}, .source = {}};
    }
    return {};
}

} // namespace loupe
