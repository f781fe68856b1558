#include "items/session/model_card.h"

#include "core/text/text.h"
#include "formats/opening/model_facts.h"
#include "formats/opening/registry.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>

#include <string_view>

namespace loupe {

namespace {

constexpr std::size_t longestText = 200; // bytes, of what a file says

class CardText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ModelCard)
};

/// The beginning of a text that may be long. A character that is cut in two is shown as a stray byte.
QString shortened(const std::string& text)
{
    return toQString(printable(std::string_view(text).substr(0, longestText)));
}

QString cardFigureText(ModelFacts::Figure figure, double number)
{
    const auto count = std::uint64_t(number);
    const QString grouped = groupedCount(count);
    switch (figure) {
    case ModelFacts::Figure::Layers:
        return CardText::tr("%1 layer(s)", nullptr, pluralOf(count)).arg(grouped);
    case ModelFacts::Figure::HiddenSize:
        return CardText::tr("hidden size %1").arg(grouped);
    case ModelFacts::Figure::Heads:
        return CardText::tr("%1 head(s)", nullptr, pluralOf(count)).arg(grouped);
    case ModelFacts::Figure::Experts:
        return CardText::tr("%1 expert(s)", nullptr, pluralOf(count)).arg(grouped);
    case ModelFacts::Figure::Vocabulary:
        return CardText::tr("vocabulary %1").arg(grouped);
    case ModelFacts::Figure::Context:
        return CardText::tr("context %1").arg(grouped);
    case ModelFacts::Figure::Rank:
        return CardText::tr("rank %1").arg(grouped);
    case ModelFacts::Figure::Alpha:
        return CardText::tr("alpha %1").arg(number);
    }
    return {};
}

QString cardNameText(const ModelFacts& facts)
{
    const QString name = shortened(facts.name);
    return facts.isAdapter ? CardText::tr("%1 adapter").arg(name == u"LORA" ? QStringLiteral("LoRA") : name) : name;
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
    const ModelFacts facts = findModelFacts(checkpoint);
    if (facts.isEmpty())
        return {};
    ModelCard card{.name = cardNameText(facts), .details = {}, .source = toQString(facts.source)};
    for (const auto& [figure, number] : facts.figures)
        card.details << cardFigureText(figure, number);
    if (!facts.baseModel.empty())
        card.details << CardText::tr("base model %1").arg(shortened(facts.baseModel));
    return card;
}

} // namespace loupe
