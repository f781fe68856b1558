#include "views/compare/pair_messages.h"

#include "core/checked_math.h"
#include "items/compare/comparison_text.h"
#include "items/session/fetch_consent.h"
#include "views/kit/plain_text.h"

#include <QCoreApplication>

namespace loupe {

namespace {

class PairMessagesText {
    Q_DECLARE_TR_FUNCTIONS(loupe::PairMessages)
};

} // namespace

QString whyNoPair(const ComparisonResultsPtr& results, std::optional<NameTree::NodeId> node, bool groups)
{
    if (!results)
        return PairMessagesText::tr("Nothing to compare yet.");
    if (!node)
        return results->total().different() > 0
            ? PairMessagesText::tr("Select a tensor, or go to the next difference with Alt+Down.")
            : PairMessagesText::tr("Select a tensor.");
    if (!groups && results->paired()->tree.isGroup(*node))
        return PairMessagesText::tr("Select a tensor of this group.");
    return {};
}

QString whyNoValuesOf(const Checkpoint& side, std::uint32_t tensor)
{
    const Tensor& one = side.tensors[tensor];
    if (!hasReadableValues(one.dtype))
        return PairMessagesText::tr("Values of dtype %1 cannot be read.").arg(shownText(side.dtypeName(tensor)));
    const auto count = elementCount(one.shape);
    if (!count)
        return PairMessagesText::tr("The shape %1 has more elements than can be counted.").arg(shownShape(one.shape));
    return *count == 0 ? PairMessagesText::tr("This tensor has no elements.") : QString();
}

QString whyNoValuesOf(const PairedCheckpoints& paired, const TensorPair& pair)
{
    const QString whyNotA = pair.a == TensorPair::none ? QString() : whyNoValuesOf(*paired.a, pair.a);
    const QString whyNotB = pair.b == TensorPair::none ? QString() : whyNoValuesOf(*paired.b, pair.b);
    if (pair.both() && (whyNotA.isEmpty() || whyNotB.isEmpty()))
        return {};
    return whyNotA.isEmpty() ? whyNotB : whyNotA;
}

QString whyNotCompared(const PairedCheckpoints& paired, const TensorPair& pair)
{
    if (!pair.isUnread())
        return {};
    const bool isMissingInA = pair.a == TensorPair::none;
    const CheckpointFile& file = (isMissingInA ? *paired.a : *paired.b).files[pair.unreadFile];
    const QString sentence = file.source
        ? PairMessagesText::tr("Not compared: the index of %1 places this tensor in %2, which does not have it.")
        : PairMessagesText::tr("Not compared: %1 stores this tensor in %2, which could not be opened.");
    return sentence.arg(
        isMissingInA ? QStringLiteral("A") : QStringLiteral("B"), nameText(file.path.filename().native()));
}

QString whyNoDifference(const PairedCheckpoints& paired, const TensorPair& pair)
{
    if (const QString why = whyNotCompared(paired, pair); !why.isEmpty())
        return why;
    if (!pair.both())
        return PairMessagesText::tr("No difference: only %1 has this tensor.")
            .arg(pair.a == TensorPair::none ? QStringLiteral("B") : QStringLiteral("A"));
    if (pair.shapeChanged) {
        return PairMessagesText::tr("No difference: the shape is %1 in A and %2 in B.")
            .arg(shapeText(*paired.a, pair.a), shapeText(*paired.b, pair.b));
    }
    const bool isReadableA = hasReadableValues(paired.a->tensors[pair.a].dtype);
    const bool isReadableB = hasReadableValues(paired.b->tensors[pair.b].dtype);
    if (isReadableA && isReadableB)
        return {};
    return PairMessagesText::tr("No difference: the values of %1 cannot be read.")
        .arg(isReadableA      ? PairMessagesText::tr("B")
                : isReadableB ? PairMessagesText::tr("A")
                              : PairMessagesText::tr("A and B"));
}

QString identicalText()
{
    return PairMessagesText::tr("A and B are identical.");
}

QString stoppedText()
{
    return PairMessagesText::tr("Stopped. Press Compute to start again.");
}

QString failedText(const Error& error)
{
    return shownText(describe(error), longestMessage);
}

std::uint64_t bytesToAskToShow(const PairedCheckpoints& paired, const TensorPair& pair)
{
    std::uint64_t bytes = 0;
    if (pair.a != TensorPair::none)
        bytes = saturatingAdd(bytes, unagreedBytes(*paired.a, pair.a));
    if (pair.b != TensorPair::none)
        bytes = saturatingAdd(bytes, unagreedBytes(*paired.b, pair.b));
    return bytesToAskToShow(bytes);
}

void agreeToFetch(const PairedCheckpoints& paired, const TensorPair& pair)
{
    if (pair.a != TensorPair::none)
        agreeToFetch(*paired.a, pair.a);
    if (pair.b != TensorPair::none)
        agreeToFetch(*paired.b, pair.b);
}

} // namespace loupe
