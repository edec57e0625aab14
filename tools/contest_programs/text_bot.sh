# A program for Legends of Code and Magic in the text protocol of the referee: takes the second card of each offer,
# summons what it can into the left lane, and attacks the opponent.
while read -r _ mana _; do
    read -r _
    read -r _ actions
    while [ "$actions" -gt 0 ]; do read -r _; actions=$((actions - 1)); done
    read -r count
    reply=
    left=$mana
    while [ "$count" -gt 0 ]; do
        read -r _ id place kind cost _
        case "$mana $place $kind" in
        "0 "*) ;;
        *" 0 0") if [ "$cost" -le "$left" ]; then left=$((left - cost)); reply="$reply;SUMMON $id 0"; fi ;;
        *" 1 "*) reply="$reply;ATTACK $id -1" ;;
        esac
        count=$((count - 1))
    done
    if [ "$mana" -eq 0 ]; then echo "PICK 1"; else echo "PASS$reply"; fi
done
