#include "app/completion/completion.h"

#include "app/completion/value_choices.h"

namespace loupe {

Completion completeValue(
    ValueKind kind, std::span<const std::string> paths, FilterSubject subject, const std::string& typed)
{
    Completion completion;
    switch (kind) {
    case ValueKind::File:
        completion.files = true;
        break;
    case ValueKind::Tensor:
        completion.choices = tensorChoices(paths, typed);
        break;
    case ValueKind::DType:
        completion.choices = dtypeChoices(typed);
        break;
    case ValueKind::Filter:
        completion.choices = filterChoices(paths, typed, subject);
        break;
    case ValueKind::Free:
        break;
    }
    return completion;
}

void prefixChoices(Completion& completion, std::string_view beginning)
{
    for (Completion::Choice& choice : completion.choices)
        choice.word.insert(0, beginning);
}

std::string completionLines(const Completion& completion)
{
    std::string lines = completion.files ? "files\n" : "words\n";
    for (const Completion::Choice& choice : completion.choices)
        lines.append(choice.word).append("\t").append(choice.description).append("\n");
    return lines;
}

} // namespace loupe
