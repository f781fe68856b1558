#include "views/kit/fetch_question.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/traffic_text.h"

#include <utility>

namespace loupe {

Notice fetchQuestion(const QString& sentence, std::uint64_t bytes, std::function<void()> fetch)
{
    return {.text = sentence.arg(toQString(formatBytes(bytes))),
        .actions = {{fetchText(bytes), std::move(fetch)}},
        .isQuestion = true};
}

} // namespace loupe
