#include "app/cli/lists/listed.h"

namespace loupe {

std::string listed(std::span<const std::string> texts)
{
    std::string list;
    for (const std::string& text : texts)
        list.append(list.empty() ? "" : ", ").append(text);
    return list;
}

} // namespace loupe
